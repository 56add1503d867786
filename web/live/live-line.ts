import type { LiveDevice } from './live-device'
import type { LiveRequests } from './live-protocol'
import { createTimers } from './timers'

/** The used part of WebSocket, so that tests can replace it. */
export type LiveSocket = Pick<WebSocket, 'send' | 'close' | 'readyState'> & {
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event?: { code: number }) => void) | null
}

/** Close code of the server for unknown or ended sessions. */
const unauthorized = 4401
/** Close code of the server for too many requests. */
const tooMuch = 4429

export interface LiveLineTiming {
  reconnectMs: number
  jitterMs: number
  /** The first delay after too many requests, doubled each time up to `busyMaxMs`. */
  busyMs: number
  busyMaxMs: number
  /** How long a connection must last before that delay is reset. */
  steadyMs: number
  /** Silence after which the connection is tested with a `resume`. */
  quietMs: number
  /** Time limit for its answer. */
  answerMs: number
}

interface LiveLineOptions {
  connect: () => LiveSocket
  token: () => Promise<string | null>
  /** Returns the number of the last event received. */
  last: () => number | null
  received: (text: unknown) => void
  /** The connection was lost; it reconnects by itself. */
  lost: () => void
  /** The server rejected the token. A call determines whether the session has ended. */
  refused: () => void
  timing: LiveLineTiming
  device: LiveDevice
}

/** Keeps one socket open: authenticates, tests it after a silence, and reconnects when it is lost. */
export function createLiveLine({ timing, device, ...options }: LiveLineOptions) {
  const timers = createTimers()
  let socket: LiveSocket | undefined
  let wanted = false
  const pause = createBusyPause(timing)

  function send<Event extends keyof LiveRequests>(event: Event, data: LiveRequests[Event]) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ event, data }))
  }

  /** Sends a request that is always answered; without an answer the connection is dead. */
  function ask<Event extends keyof LiveRequests>(event: Event, data: LiveRequests[Event]) {
    send(event, data)
    timers.after('answer', timing.answerMs, drop)
  }

  const probe = () => ask('resume', { last: options.last() })

  function connect() {
    timers.clear()
    if (!wanted || socket || !device.isOnline()) return
    const pauseMs = pause.leftMs()
    if (pauseMs > 0) return timers.after('reconnect', pauseMs, connect)
    const next = options.connect()
    socket = next
    handleEvents(next, { isCurrent: () => next === socket, opened: authenticate, received, closed })
  }

  async function authenticate(opened: LiveSocket) {
    timers.after('steady', timing.steadyMs, pause.reset)
    const token = await options.token().catch(() => null)
    if (opened !== socket) return
    if (token === null) return opened.close()
    ask('auth', { token, last: options.last() })
  }

  function received(text: unknown) {
    timers.cancel('answer')
    timers.after('quiet', timing.quietMs, probe)
    options.received(text)
  }

  function closed(code: number | undefined) {
    if (code === unauthorized) options.refused()
    if (code === tooMuch) pause.begin()
    lost()
  }

  function lost() {
    socket = undefined
    timers.clear()
    if (!wanted) return
    options.lost()
    timers.after('reconnect', timing.reconnectMs + Math.random() * timing.jitterMs, connect)
  }

  /** A dead connection (a sleeping laptop, a changed network) often reports nothing, so it is closed here. */
  function drop() {
    const dead = socket
    if (!dead) return
    dead.onclose = null
    dead.close()
    lost()
  }

  return {
    send,
    drop,
    /** There is a socket, possibly dead. */
    isThere: () => socket !== undefined,
    /** Tests the connection, or opens one. */
    check: () => (socket ? probe() : connect()),
    open() {
      wanted = true
      connect()
    },
    close() {
      wanted = false
      timers.clear()
      socket?.close()
      socket = undefined
    },
  }
}

interface SocketHandlers {
  /** Whether the connection still uses this socket. Events of an earlier one are ignored. */
  isCurrent: () => boolean
  opened: (socket: LiveSocket) => Promise<void>
  received: (text: unknown) => void
  closed: (code: number | undefined) => void
}

function handleEvents(socket: LiveSocket, { isCurrent, opened, received, closed }: SocketHandlers) {
  socket.onclose = (event) => isCurrent() && closed(event?.code)
  socket.onmessage = ({ data }) => isCurrent() && received(data)
  socket.onopen = () => void opened(socket)
}

/** After too many requests, the connection waits before it reconnects: twice as long each time. */
function createBusyPause({ busyMs, busyMaxMs }: LiveLineTiming) {
  let cuts = 0
  let endsAt = 0
  return {
    begin: () => void (endsAt = Date.now() + Math.min(busyMs * 2 ** cuts++, busyMaxMs)),
    leftMs: () => endsAt - Date.now(),
    reset: () => void (cuts = 0),
  }
}
