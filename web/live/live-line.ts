import type { LiveDevice } from './live-device'
import type { LiveRequests } from './live-protocol'
import { createTimers } from './timers'

/** The part of a WebSocket that is used, so that tests can bring their own. */
export type LiveSocket = Pick<WebSocket, 'send' | 'close' | 'readyState'> & {
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event?: { code: number }) => void) | null
}

/** The code with which the server ends the line of somebody it does not know, or not any more. */
const unauthorized = 4401
/** The code with which it ends one that asks for too much. */
const tooMuch = 4429

export interface LiveLineTiming {
  reconnectMs: number
  jitterMs: number
  /** The first wait after asking for too much; it doubles each time, up to `busyMaxMs`. */
  busyMs: number
  busyMaxMs: number
  /** How long a line has to stand until that is forgotten. */
  steadyMs: number
  /** Silence after which the line is tried with a `resume`. */
  quietMs: number
  /** How long an answer to it may take. */
  answerMs: number
}

interface LiveLineOptions {
  connect: () => LiveSocket
  token: () => Promise<string | null>
  /** The number of the last event that came. */
  last: () => number | null
  received: (text: unknown) => void
  /** The line is gone; it is opened again by itself. */
  lost: () => void
  /** The server does not take the token for good; whether it will ever again is found out by a call. */
  refused: () => void
  timing: LiveLineTiming
  device: LiveDevice
}

/** One socket, kept up: it says who it is, is tried when it falls silent, and is opened anew when it is lost. */
export function createLiveLine({ timing, device, ...options }: LiveLineOptions) {
  const timers = createTimers()
  let socket: LiveSocket | undefined
  let wanted = false
  /** How often the server has cut us for asking too much, and when it may be asked again. */
  let cuts = 0
  let notBeforeMs = 0

  function send<Event extends keyof LiveRequests>(event: Event, data: LiveRequests[Event]) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ event, data }))
  }

  /** Sends what is always answered; a line on which no answer comes is dead. */
  function ask<Event extends keyof LiveRequests>(event: Event, data: LiveRequests[Event]) {
    send(event, data)
    timers.after('answer', timing.answerMs, drop)
  }

  const probe = () => ask('resume', { last: options.last() })

  function connect() {
    timers.clear()
    if (!wanted || socket || !device.isOnline()) return
    const earlyMs = notBeforeMs - Date.now()
    if (earlyMs > 0) return timers.after('reconnect', earlyMs, connect)
    const next = options.connect()
    socket = next
    next.onclose = (event) => {
      if (next === socket && event?.code === unauthorized) options.refused()
      if (next === socket && event?.code === tooMuch) {
        notBeforeMs = Date.now() + Math.min(timing.busyMs * 2 ** cuts, timing.busyMaxMs)
        cuts++
      }
      lost(next)
    }
    next.onmessage = ({ data }) => next === socket && receive(data)
    next.onopen = async () => {
      timers.after('steady', timing.steadyMs, () => (cuts = 0))
      const token = await options.token().catch(() => null)
      if (next !== socket) return
      if (token === null) return next.close()
      ask('auth', { token, last: options.last() })
    }
  }

  function receive(text: unknown) {
    timers.cancel('answer')
    timers.after('quiet', timing.quietMs, probe)
    options.received(text)
  }

  function lost(which: LiveSocket) {
    if (which !== socket) return
    socket = undefined
    timers.clear()
    if (!wanted) return
    options.lost()
    timers.after('reconnect', timing.reconnectMs + Math.random() * timing.jitterMs, connect)
  }

  /** A dead line (a sleeping laptop, a changed network) often reports nothing: it is dropped by us. */
  function drop() {
    const dead = socket
    if (!dead) return
    dead.onclose = null
    dead.close()
    lost(dead)
  }

  return {
    send,
    drop,
    /** There is a socket, though it may be dead. */
    isThere: () => socket !== undefined,
    /** Whether it still stands is found out; where there is none it is opened. */
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
