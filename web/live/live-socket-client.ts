import type { ReadonlySignal } from '@preact/signals-react'
import type { AgentPresence } from '../../src/message/agent-presence.contract'
import type { LiveEvent } from '../../src/kernel/live-events.contract'
import { browserDevice, type LiveDevice } from './live-device'
import { createLiveState, type LiveState } from './live-state'
import { createLiveLine, type LiveLineTiming, type LiveSocket } from './live-line'
import { parseFrame, type LiveFrame } from './live-protocol'
import { createSubscriptions, type LiveHandler, type Subscribe } from './live-subscriptions'
import { createSeenFrames } from './seen-frames'
import { createTicketRooms } from './ticket-rooms'
import { createTimers } from './timers'

/** What the live domain code uses. Subscribing works at any time, connected or not. */
export interface LiveSocketClient {
  readonly state: ReadonlySignal<LiveState>
  /** True from the first failure until the line stands; the first connecting is not worth a word. */
  readonly interrupted: ReadonlySignal<boolean>
  /** Returns what ends the subscription. */
  subscribe: Subscribe
  /** Called besides the subscribers and the fallback. Returns what ends it. */
  observe: Subscribe
  /** Enters a ticket's room, again after every reconnect, until the result is called. */
  joinTicket(uuid: string): () => void
  /** Says what the person does in a ticket's conversation; lost while there is no line. */
  showPresence(uuid: string, state: AgentPresence): void
  /** Told of an event that nobody subscribed to. */
  fallback(event: LiveEvent, handler: LiveHandler): void
  /** What screens hold may not be shown as it is any more: they load it anew, as after missing too much. */
  reload(): void
  open(): void
  close(): void
}

export interface LiveSocketClientOptions {
  connect: () => LiveSocket
  /** The present access token, renewed first when it has expired. */
  token: () => Promise<string | null>
  /** The server does not know this person (any more). */
  refused?: () => void
  /** The event number of the page that was rendered; what happened since is sent at once. */
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
  const { connect, token, refused = () => {}, device = browserDevice } = options
  const state = createLiveState(device)
  const { subscribe, observe, fallback, tell } = createSubscriptions()
  const line = createLiveLine({ connect, token, last: () => last, received, lost, refused, timing, device })
  const rooms = createTicketRooms(line.send)
  const seen = createSeenFrames()
  const timers = createTimers()
  let last = options.last
  let unwatch: (() => void) | undefined

  function received(text: unknown) {
    const frame = parseFrame(text)
    if (!frame) return
    last = lastSeen(last, frame)
    if (frame.event === 'ready') ready()
    else if (seen.isNew(frame, String(text))) tell(frame)
  }

  function ready() {
    if (!state.stands()) return
    line.send('joinNotification', null)
    rooms.enterAll()
    reportStatus()
  }

  function reportStatus() {
    line.send('userStatus', null)
    timers.after('status', timing.userStatusMs, reportStatus)
  }

  function lost() {
    timers.clear()
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
    observe,
    fallback,
    reload: () => tell({ event: 'reload', data: undefined }),
    joinTicket: rooms.join,
    showPresence: (ticket, presence) => line.send('presence', { ticket, state: presence }),
    open() {
      if (unwatch) return
      // A window that was put away may have slept through a lost line.
      unwatch = device.watch((what) => (what === 'network' ? networkChanged() : line.check()))
      state.connects()
      line.open()
    },
    close() {
      unwatch?.()
      unwatch = undefined
      timers.clear()
      line.close()
    },
  }
}

/**
 * The number to resume from. Numbers ascend, but one event may be told in several frames: that all of them have come is
 * known when a later one does, or when the server says so.
 */
function lastSeen(last: number | null, { event, number }: LiveFrame) {
  if (number === undefined) return last
  return Math.max(last ?? 0, event === 'ready' || event === 'reload' ? number : number - 1)
}
