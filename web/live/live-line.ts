import type { AgentPresence } from '../../src/message/presence/agent-presence.contract'

/** The used part of WebSocket, so that tests can replace it. */
export type LiveSocket = Pick<WebSocket, 'send' | 'close' | 'readyState'> & {
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event?: { code: number }) => void) | null
}

const unauthorized = 4401
/** Close code of the server for too many requests. */
const tooMuch = 4429
/** Another node of the host serves the company. */
const elsewhere = 4409

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
  last: () => number | null
  received: (text: unknown) => void
  /** The connection was lost; it reconnects by itself. */
  lost: () => void
  /** The server rejected the token. A call determines whether the session has ended. */
  refused: () => void
  /** A call that another node answers, whose cookie leads the next connection there. */
  findNode: () => Promise<unknown>
  timing: LiveLineTiming
  device: LiveDevice
}

/** Keeps one socket open: authenticates, tests it after a silence, and reconnects when it is lost. */
export function createLiveLine({ timing, device, ...options }: LiveLineOptions) {
  const timers = createTimers()
  const pause = createBusyPause(timing, timers)
  const socket = createSocketHolder(options, { opened, received, closed })
  const { ask, probe, heard } = createLivenessTest(socket.send, { timing, timers, last: options.last, dead: drop })
  let wanted = false
  /** Where load balancers do not follow the cookie, the next connection may lead to the same node again. */
  let movedAtMs = -Infinity
  let isFinding = false

  function connect() {
    timers.clear()
    if (!wanted || socket.isThere() || !device.isOnline() || pause.postpones(connect)) return
    socket.open()
  }

  function opened(token: string) {
    pause.endWhenSteady()
    ask('auth', { token, last: options.last() })
  }

  function received(text: unknown) {
    heard()
    options.received(text)
  }

  function closed(code: number | undefined) {
    if (code === unauthorized) options.refused()
    if (code === tooMuch) pause.begin()
    lost()
    if (code === elsewhere) void followNode()
  }

  /** At once, the first time: the call is answered as soon as a node serves the company. */
  async function followNode() {
    if (isFinding) return
    isFinding = true
    const isFirst = performance.now() - movedAtMs > timing.steadyMs
    movedAtMs = performance.now()
    const isFound = await options.findNode().then(
      () => true,
      () => false,
    )
    isFinding = false
    if (isFirst && isFound) connect()
  }

  function lost() {
    socket.forget()
    timers.clear()
    if (!wanted) return
    options.lost()
    timers.after('reconnect', timing.reconnectMs + Math.random() * timing.jitterMs, connect)
  }

  /** A dead connection (a sleeping laptop, a changed network) often reports nothing, so it is closed here. */
  function drop() {
    if (socket.close()) lost()
  }

  return {
    send: socket.send,
    drop,
    isThere: socket.isThere,
    check: () => (socket.isThere() ? probe() : connect()),
    open() {
      wanted = true
      connect()
    },
    close() {
      wanted = false
      timers.clear()
      socket.close()
    },
  }
}

interface SocketHandlers {
  opened: (token: string) => void
  received: (text: unknown) => void
  closed: (code: number | undefined) => void
}

function createSocketHolder(
  { connect, token }: Pick<LiveLineOptions, 'connect' | 'token'>,
  { opened, received, closed }: SocketHandlers,
) {
  let socket: LiveSocket | undefined
  const isCurrent = (one: LiveSocket) => one === socket

  async function readToken(next: LiveSocket) {
    // Without a token the socket is closed, and the next attempt asks again.
    const found = await token().catch(() => null)
    if (!isCurrent(next)) return
    if (found === null) next.close()
    else opened(found)
  }

  return {
    isThere: () => socket !== undefined,
    open() {
      const next = connect()
      socket = next
      next.onclose = (event) => isCurrent(next) && closed(event?.code)
      next.onmessage = ({ data }) => isCurrent(next) && received(data)
      next.onopen = () => void readToken(next)
    },
    send<Event extends keyof LiveRequests>(event: Event, data: LiveRequests[Event]) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ event, data }))
    },
    forget: () => void (socket = undefined),
    /** Closes the socket without calling `closed`. Returns whether there was one. */
    close() {
      const last = socket
      socket = undefined
      last?.close()
      return last !== undefined
    },
  }
}

type SendRequest = <Event extends keyof LiveRequests>(event: Event, data: LiveRequests[Event]) => void

interface LivenessOptions {
  timing: LiveLineTiming
  timers: ReturnType<typeof createTimers>
  last: () => number | null
  dead: () => void
}

function createLivenessTest(send: SendRequest, { timing, timers, last, dead }: LivenessOptions) {
  /** Sends a request that is always answered; without an answer the connection is dead. */
  function ask<Event extends keyof LiveRequests>(event: Event, data: LiveRequests[Event]) {
    send(event, data)
    timers.after('answer', timing.answerMs, dead)
  }

  const probe = () => ask('resume', { last: last() })

  function heard() {
    timers.cancel('answer')
    timers.after('quiet', timing.quietMs, probe)
  }

  return { ask, probe, heard }
}

/** After too many requests, the connection waits before it reconnects: twice as long each time. */
function createBusyPause({ busyMs, busyMaxMs, steadyMs }: LiveLineTiming, timers: ReturnType<typeof createTimers>) {
  let cuts = 0
  let endsAt = 0
  return {
    begin: () => void (endsAt = Date.now() + Math.min(busyMs * 2 ** cuts++, busyMaxMs)),
    endWhenSteady: () => timers.after('steady', steadyMs, () => void (cuts = 0)),
    postpones(attempt: () => void) {
      const leftMs = endsAt - Date.now()
      if (leftMs > 0) timers.after('reconnect', leftMs, attempt)
      return leftMs > 0
    },
  }
}

/** Timers by name: starting one again replaces it. */
export function createTimers() {
  const running = new Map<string, ReturnType<typeof setTimeout>>()
  const cancel = (name: string) => clearTimeout(running.get(name))
  return {
    cancel,
    after(name: string, delayMs: number, task: () => void) {
      cancel(name)
      running.set(name, setTimeout(task, delayMs))
    },
    clear() {
      for (const name of running.keys()) cancel(name)
      running.clear()
    },
  }
}

export interface LiveDevice {
  isOnline(): boolean
  /** Network, and visibility of the window. Returns the function that stops it. */
  watch(changed: (what: 'network' | 'shown') => void): () => void
}

export const browserDevice: LiveDevice = {
  isOnline: () => navigator.onLine,
  watch(changed) {
    const network = () => changed('network')
    const shown = () => document.visibilityState === 'visible' && changed('shown')
    window.addEventListener('online', network)
    window.addEventListener('offline', network)
    document.addEventListener('visibilitychange', shown)
    return () => {
      window.removeEventListener('online', network)
      window.removeEventListener('offline', network)
      document.removeEventListener('visibilitychange', shown)
    }
  },
}

/** A frame from the server. `number` is the company's event number; user-specific frames (state, typing) have none. */
export interface LiveFrame {
  event: string
  number?: number
  data?: unknown
}

interface LiveRequests {
  auth: { token: string; last: number | null }
  /** Requests missed frames; answered by these and a `ready`, or by `reload`. Also proves that the connection works. */
  resume: { last: number | null }
  /** The uuid of a ticket whose room is joined or left. */
  joinTickets: string
  leaveTickets: string
  joinNotification: null
  /** Reports the user as online; every 5 minutes. */
  userStatus: null
  presence: { ticket: string; state: AgentPresence }
  asleep: boolean
}

export function parseFrame(text: unknown): LiveFrame | undefined {
  if (typeof text !== 'string') return undefined
  try {
    const frame: unknown = JSON.parse(text)
    if (typeof frame !== 'object' || frame === null || !('event' in frame)) return undefined
    return typeof frame.event === 'string' ? (frame as LiveFrame) : undefined
  } catch {
    return undefined
  }
}

/** Equal for a frame that arrives twice. A newer state under an old number is another frame. */
export function frameIdentity({ number }: LiveFrame, text: string): string | undefined {
  return number === undefined ? undefined : `${number} ${hashOf(text)}`
}

/** FNV-1a, twice with different seeds. */
function hashOf(text: string) {
  let low = 0x811c9dc5
  let high = 0x01000193
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul(high ^ code, 0x85ebca6b)
  }
  return `${low >>> 0} ${high >>> 0}`
}
