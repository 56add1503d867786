import { signal, type ReadonlySignal } from '@preact/signals-react'
import { browserDevice, type LiveDevice } from './live-device'
import { frameIdentity, parseFrame, type LiveFrame, type LiveRequests } from './live-protocol'

/** `offline`: the device has no network. `connecting`: no line to the server yet, or not any more. */
export type LiveState = 'connecting' | 'online' | 'offline'

export type LiveHandler = (data: unknown, frame: LiveFrame) => void

/** What the live domain code uses. Subscribing works at any time, connected or not. */
export interface LiveConnection {
  readonly state: ReadonlySignal<LiveState>
  /** True from the first failure until the line stands; the first connecting is not worth a word. */
  readonly interrupted: ReadonlySignal<boolean>
  /** Returns what ends the subscription. `reload` is told when too much was missed to be sent again. */
  subscribe(event: string, handler: LiveHandler): () => void
  /** Enters a ticket's room, again after every reconnect, until the result is called. */
  joinTicket(uuid: string): () => void
  /** Told of an event that nobody subscribed to. */
  fallback(event: string, handler: LiveHandler): void
  open(): void
  close(): void
}

/** The part of a WebSocket that is used, so that tests can bring their own. */
export type LiveSocket = Pick<WebSocket, 'send' | 'close' | 'readyState'> & {
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: (() => void) | null
}

export interface LiveConnectionOptions {
  connect: () => LiveSocket
  /** The present access token, renewed first when it has expired. */
  token: () => Promise<string | null>
  /** The event number of the page that was rendered; what happened since is sent at once. */
  last: number | null
  timing?: Partial<LiveTiming>
  device?: LiveDevice
}

export interface LiveTiming {
  reconnectMs: number
  jitterMs: number
  userStatusMs: number
  /** Silence after which the line is tried with a `resume`. */
  quietMs: number
  /** How long an answer to it may take. */
  answerMs: number
}

const defaultTiming: LiveTiming = {
  reconnectMs: 1000,
  jitterMs: 250,
  userStatusMs: 300_000,
  quietMs: 30_000,
  answerMs: 10_000,
}
const rememberedFramesMax = 1000

export function createLiveConnection(options: LiveConnectionOptions): LiveConnection {
  const timing = { ...defaultTiming, ...options.timing }
  const device = options.device ?? browserDevice
  const state = signal<LiveState>('connecting')
  const interrupted = signal(false)
  const handlers = new Map<string, Set<LiveHandler>>()
  const fallbacks = new Map<string, LiveHandler>()
  const rooms = new Map<string, number>()
  const seen = createSeenFrames()
  const timers = createTimers()
  let socket: LiveSocket | undefined
  let last = options.last
  let wanted = false
  let unwatch = () => {}

  function send<Event extends keyof LiveRequests>(event: Event, data: LiveRequests[Event]) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ event, data }))
  }

  async function connect() {
    timers.clear()
    if (!wanted || socket) return
    if (!device.isOnline()) return
    const next = options.connect()
    socket = next
    next.onclose = () => lost(next)
    next.onmessage = ({ data }) => next === socket && receive(data)
    next.onopen = async () => {
      const token = await options.token().catch(() => null)
      if (next !== socket) return
      if (token === null) return next.close()
      send('auth', { token, last })
      awaitAnswer()
    }
  }

  function lost(which: LiveSocket) {
    if (which !== socket) return
    socket = undefined
    timers.clear()
    if (!wanted) return
    interrupted.value = true
    state.value = device.isOnline() ? 'connecting' : 'offline'
    timers.after('reconnect', timing.reconnectMs + Math.random() * timing.jitterMs, () => void connect())
  }

  /** A dead line (a sleeping laptop, a changed network) often reports nothing: it is dropped by us. */
  function drop() {
    const dead = socket
    if (!dead) return
    dead.onclose = null
    dead.close()
    lost(dead)
  }

  function awaitAnswer() {
    timers.after('answer', timing.answerMs, drop)
  }

  function probe() {
    send('resume', { last })
    awaitAnswer()
  }

  function receive(text: unknown) {
    const frame = parseFrame(text)
    timers.cancel('answer')
    timers.after('quiet', timing.quietMs, probe)
    if (!frame) return
    if (frame.event === 'ready') return ready(frame)
    if (!seen.isNew(frame)) return
    if (frame.number !== undefined) last = Math.max(last ?? 0, frame.number)
    dispatch(frame)
  }

  function ready(frame: LiveFrame) {
    if (frame.number !== undefined) last = Math.max(last ?? 0, frame.number)
    if (state.value === 'online') return
    state.value = 'online'
    interrupted.value = false
    send('joinNotification', null)
    for (const uuid of rooms.keys()) send('joinTickets', uuid)
    reportStatus()
  }

  function reportStatus() {
    send('userStatus', null)
    timers.after('status', timing.userStatusMs, reportStatus)
  }

  function dispatch(frame: LiveFrame) {
    const { event } = frame
    const fallback = fallbacks.get(event)
    const subscribed = [...(handlers.get(event) ?? [])]
    for (const handler of subscribed.length === 0 && fallback ? [fallback] : subscribed) {
      try {
        handler(frame.data, frame)
      } catch (error) {
        // One failing subscriber must not keep the news from the others.
        reportError(error)
      }
    }
  }

  function networkChanged() {
    if (!device.isOnline()) {
      interrupted.value = true
      state.value = 'offline'
      drop()
    } else if (socket) probe()
    else {
      state.value = 'connecting'
      void connect()
    }
  }

  /** A window that was put away may have slept through a lost line. */
  function shown() {
    if (socket) probe()
    else void connect()
  }

  return {
    state,
    interrupted,
    subscribe(event, handler) {
      const set = handlers.get(event) ?? new Set()
      handlers.set(event, set.add(handler))
      return () => void set.delete(handler)
    },
    fallback: (event, handler) => void fallbacks.set(event, handler),
    joinTicket(uuid) {
      const members = rooms.get(uuid) ?? 0
      rooms.set(uuid, members + 1)
      if (members === 0) send('joinTickets', uuid)
      return once(() => {
        const left = (rooms.get(uuid) ?? 1) - 1
        if (left > 0) return void rooms.set(uuid, left)
        rooms.delete(uuid)
        send('leaveTickets', uuid)
      })
    },
    open() {
      if (wanted) return
      wanted = true
      unwatch = device.watch((what) => (what === 'network' ? networkChanged() : shown()))
      if (!device.isOnline()) state.value = 'offline'
      void connect()
    },
    close() {
      wanted = false
      unwatch()
      timers.clear()
      socket?.close()
      socket = undefined
    },
  }
}

/** Bounded: repeats only come right after a reconnect. */
function createSeenFrames() {
  const identities = new Set<string>()
  return {
    isNew(frame: LiveFrame) {
      const identity = frameIdentity(frame)
      if (identity === undefined) return true
      if (identities.has(identity)) return false
      identities.add(identity)
      if (identities.size > rememberedFramesMax) identities.delete(identities.values().next().value as string)
      return true
    },
  }
}

function createTimers() {
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

function once(task: () => void) {
  let done = false
  return () => {
    if (!done) task()
    done = true
  }
}
