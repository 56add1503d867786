import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import type { AgentPresence } from '../../src/message/presence/agent-presence.contract'
import { type LiveEvent, eventOfWireName, type LiveEvents } from '../../src/kernel/live/live-events.contract'
import {
  createLiveLine,
  type LiveLineTiming,
  type LiveSocket,
  createTimers,
  browserDevice,
  type LiveDevice,
  parseFrame,
  type LiveFrame,
  frameIdentity,
} from './live-line'
import { keepNewest } from '../../src/kernel/keep-newest.contract'

/** `offline`: the device has no network. `connecting`: there is no connection to the server. */
type LiveState = 'connecting' | 'online' | 'offline'

const rememberedFramesMax = 1000
const arrivalsMax = 200

/** The live connection as used by domain code. Subscriptions work at any time, connected or not. */
export interface LiveSocketClient {
  readonly state: ReadonlySignal<LiveState>
  /** True from the first failure until the connection is open; not during the first attempt. */
  readonly interrupted: ReadonlySignal<boolean>
  subscribe: Subscribe
  /** What has arrived since then (`performance.now()`), in order; undefined if that is no longer known. */
  arrivedSince(sinceMs: number): readonly LiveArrival[] | undefined
  /** Called in addition to subscribers and the fallback. Returns the function that stops it. */
  observe: Subscribe
  /** Joins a ticket's room, and again after every reconnect, until the returned function is called. */
  joinTicket(uuid: string): () => void
  /** Sends the user's activity in a ticket's conversation; dropped while there is no connection. */
  showPresence(uuid: string, state: AgentPresence): void
  /** Whether what arrives here may be seen by nobody, so that it goes to the user's devices; again after every reconnect. */
  setAsleep(isAsleep: boolean): void
  /** Handles an event without subscribers. */
  fallback(event: LiveEvent, handler: LiveHandler): void
  /** Makes all screens load their data again, as after a long gap. */
  reload(): void
  open(): void
  close(): void
}

interface LiveSocketClientOptions {
  connect: () => LiveSocket
  /** Returns the current access token, renewed if it has expired. */
  token: () => Promise<string | null>
  /** Called when the server rejects the user. */
  refused?: () => void
  /** Called when another node serves the company: resolves once that node has answered. */
  findNode?: () => Promise<unknown>
  /** The event number of the rendered page. Later events are sent at once. */
  last: number | null
  timing?: Partial<LiveTiming>
  device?: LiveDevice
}

export interface LiveTiming extends LiveLineTiming {
  userStatusMs: number
}

const defaultTiming: LiveTiming = {
  reconnectMs: 1000,
  jitterMs: 250,
  busyMs: 10_000,
  busyMaxMs: 300_000,
  steadyMs: 60_000,
  userStatusMs: 300_000,
  quietMs: 30_000,
  answerMs: 10_000,
}

export function createLiveSocketClient(options: LiveSocketClientOptions): LiveSocketClient {
  const timing = { ...defaultTiming, ...options.timing }
  const { connect, token, refused = () => {}, findNode = async () => {}, device = browserDevice } = options
  const state = createLiveState(device)
  const { subscribe, observe, fallback, dispatch } = createSubscriptions()
  const arrivals = createArrivalLog()
  const { last, received } = createFrameReader(options.last, { ready, arrived })
  const line = createLiveLine({ connect, token, last, received, lost, refused, findNode, timing, device })
  const rooms = createTicketRooms(line.send)
  const reports = createStatusReports(line.send, timing.userStatusMs)
  let unwatch: (() => void) | undefined
  let isAsleep = false

  function arrived(frame: LiveFrame) {
    arrivals.note(frame)
    dispatch(frame)
  }

  function ready() {
    // Rooms are entered before those who follow the state report presence in them.
    batch(() => {
      if (!state.opened()) return
      line.send('joinNotification', null)
      rooms.enterAll()
      if (isAsleep) line.send('asleep', true)
      reports.start()
    })
  }

  function lost() {
    reports.stop()
    state.isLost()
  }

  function networkChanged() {
    if (!device.isOnline()) {
      lost()
      line.drop()
    } else {
      if (!line.isThere()) state.connects()
      line.check()
    }
  }

  return {
    state: state.state,
    interrupted: state.interrupted,
    subscribe,
    arrivedSince: arrivals.since,
    observe,
    setAsleep(next) {
      if (next === isAsleep) return
      isAsleep = next
      line.send('asleep', isAsleep)
    },
    fallback,
    reload: () => dispatch({ event: 'reload', data: undefined }),
    joinTicket: rooms.join,
    showPresence: (ticket, presence) => line.send('presence', { ticket, state: presence }),
    open() {
      if (unwatch) return
      // A hidden window may have missed a lost connection.
      unwatch = device.watch((what) => (what === 'network' ? networkChanged() : line.check()))
      state.connects()
      line.open()
    },
    close() {
      unwatch?.()
      unwatch = undefined
      reports.stop()
      line.close()
    },
  }
}

interface FrameHandlers {
  ready: () => void
  arrived: (frame: LiveFrame) => void
}

/** Reads frames, drops repeated ones, and counts up to which event all have arrived. */
function createFrameReader(first: number | null, { ready, arrived }: FrameHandlers) {
  const seen = createSeenFrames()
  let last = first
  return {
    last: () => last,
    received(text: unknown) {
      const frame = parseFrame(text)
      if (!frame) return
      last = lastSeen(last, frame)
      if (frame.event === 'ready') ready()
      else if (seen.isNew(frame, String(text))) arrived(frame)
    },
  }
}

function createStatusReports(send: ReturnType<typeof createLiveLine>['send'], everyMs: number) {
  const timers = createTimers()
  function report() {
    send('userStatus', null)
    timers.after('status', everyMs, report)
  }
  return { start: report, stop: timers.clear }
}

/** One event may have several frames: all have arrived when a later one does, or the server says so. */
function lastSeen(last: number | null, { event, number }: LiveFrame) {
  if (number === undefined) return last
  return Math.max(last ?? 0, event === 'ready' || event === 'reload' ? number : number - 1)
}

/** Recently received frames, to drop repetitions. Bounded, because repetitions occur only right after a reconnect. */
function createSeenFrames() {
  const identities = new Set<string>()
  return {
    isNew(frame: LiveFrame, text: string) {
      const identity = frameIdentity(frame, text)
      if (identity === undefined) return true
      if (identities.has(identity)) return false
      identities.add(identity)
      keepNewest(identities, rememberedFramesMax)
      return true
    },
  }
}

export type LiveArrival = { [Event in LiveEvent]: { event: Event; data: LiveEvents[Event] } }[LiveEvent]

/** For what was requested before and is shown later, whose subscriptions begin only then. */
function createArrivalLog() {
  const log: { at: number; arrival: LiveArrival }[] = []
  let forgottenAt = -Infinity
  return {
    note({ event, data }: LiveFrame) {
      log.push({ at: performance.now(), arrival: { event: eventOfWireName(event), data } as LiveArrival })
      if (log.length > arrivalsMax) forgottenAt = log.shift()?.at ?? forgottenAt
    },
    since(sinceMs: number) {
      return forgottenAt >= sinceMs ? undefined : log.filter(({ at }) => at >= sinceMs).map(({ arrival }) => arrival)
    },
  }
}

function createLiveState(device: Pick<LiveDevice, 'isOnline'>) {
  const state = signal<LiveState>('connecting')
  const interrupted = signal(false)
  const connects = () => void (state.value = device.isOnline() ? 'connecting' : 'offline')
  return {
    state,
    interrupted,
    connects,
    opened() {
      if (state.value === 'online') return false
      state.value = 'online'
      interrupted.value = false
      return true
    },
    isLost() {
      interrupted.value = true
      connects()
    },
  }
}

function createTicketRooms(send: ReturnType<typeof createLiveLine>['send']) {
  const members = new Map<string, number>()

  function leave(uuid: string) {
    const left = (members.get(uuid) ?? 1) - 1
    if (left > 0) return void members.set(uuid, left)
    members.delete(uuid)
    send('leaveTickets', uuid)
  }

  return {
    join(uuid: string) {
      const before = members.get(uuid) ?? 0
      members.set(uuid, before + 1)
      if (before === 0) send('joinTickets', uuid)
      return once(() => leave(uuid))
    },
    enterAll() {
      for (const uuid of members.keys()) send('joinTickets', uuid)
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

export type LiveHandler<Data = unknown> = (data: Data, frame: LiveFrame) => void

export type Subscribe = <Event extends LiveEvent>(event: Event, handler: LiveHandler<LiveEvents[Event]>) => () => void

function createSubscriptions() {
  const handlers = new Map<string, Set<LiveHandler>>()
  const fallbacks = new Map<string, LiveHandler>()
  const observers = new Map<string, Set<LiveHandler>>()

  function add(to: typeof handlers, event: string, handler: LiveHandler) {
    const set = to.get(event) ?? new Set()
    to.set(event, set.add(handler))
    return () => void set.delete(handler)
  }

  function handlersOf(event: string) {
    const fallback = fallbacks.get(event)
    const subscribed = [...(handlers.get(event) ?? [])]
    return [...(observers.get(event) ?? []), ...(subscribed.length === 0 && fallback ? [fallback] : subscribed)]
  }

  return {
    subscribe: ((event: string, handler: LiveHandler) => add(handlers, event, handler)) as Subscribe,
    observe: ((event: string, handler: LiveHandler) => add(observers, event, handler)) as Subscribe,
    fallback: (event: LiveEvent, handler: LiveHandler) => void fallbacks.set(event, handler),
    dispatch(frame: LiveFrame) {
      for (const handler of handlersOf(eventOfWireName(frame.event))) {
        try {
          handler(frame.data, frame)
        } catch (error) {
          // A failing subscriber must not affect the others.
          reportError(error)
        }
      }
    },
  }
}
