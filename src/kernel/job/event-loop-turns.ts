import { createFairQueue } from './fair-queue'
import { refuse } from '../errors'
import { recordOf } from '../typed-object.contract'

/** A turn of the event loop that took longer, in ms, left people waiting. */
const shortMs = 8
/** Background work that has waited this long, in ms, also begins in long turns: one for each `lateEveryMs` of them. */
const waitMaxMs = 500
const lateEveryMs = 10

/** Work that has waited this long, in ms, comes before work of any rank. */
const overdueMs = 5_000

type OnTurn = (callback: () => void) => unknown

/** In the order in which they begin: messages to contacts; jobs, such as those of bots; campaigns and webhooks. */
const ranks = ['message', 'job', 'bulk'] as const
export type TurnRank = (typeof ranks)[number]

interface Waiting {
  sinceMs: number
  begin(): void
}

/** Background work begins one at a time after short turns, by rank and then round robin by key; requests never wait for it. */
export function createBackgroundTurns({ now = () => performance.now(), onTurn = setImmediate as OnTurn } = {}) {
  const queues = recordOf(ranks, () => createFairQueue<Waiting>())
  const isEmpty = () => ranks.every((rank) => queues[rank].isEmpty())
  let turnedMs = 0
  let lateMs = 0

  function turned() {
    const nowMs = now()
    const tookMs = nowMs - turnedMs
    turnedMs = nowMs
    if (tookMs < shortMs) beginNext(nowMs)
    else for (lateMs += tookMs; lateMs >= lateEveryMs; lateMs -= lateEveryMs) beginNext(nowMs, nowMs - waitMaxMs)
    if (!isEmpty()) onTurn(turned)
  }

  function beginNext(nowMs: number, sinceMs = Infinity) {
    const next = take(nowMs - overdueMs) ?? take(sinceMs)
    next?.begin()
  }

  function take(sinceMs: number) {
    for (const rank of ranks) {
      const next = queues[rank].take((waiting) => waiting.sinceMs <= sinceMs)
      if (next) return next
    }
    return undefined
  }

  function backgroundTurn(key: string, rank: TurnRank): Promise<void> {
    return new Promise((begin) => {
      if (isEmpty()) {
        turnedMs = now()
        lateMs = 0
        onTurn(turned)
      }
      queues[rank].add(key, { sinceMs: now(), begin })
    })
  }
  return Object.assign(backgroundTurn, { waiting: () => recordOf(ranks, (rank) => queues[rank].size()) })
}

/** One for the process, because all companies share its event loop. */
export const backgroundTurn = createBackgroundTurns()

const requestsWaitingMax = 128
/** Requests within this time of a turn pass at once; sixteen ordinary ones fit. */
const requestsMs = 12

export type FairTurns = ReturnType<typeof createFairScheduler>

/** Requests beyond a turn's time wait for the next, users round robin. Other work in a long turn delays no request. */
export function createFairScheduler() {
  const queue = createFairQueue<() => void>()
  let isWatched = false
  const turn = createTurnTimer()

  function watch() {
    isWatched = true
    setImmediate(turned)
  }

  function turned() {
    isWatched = false
    turn.reset()
    if (queue.isEmpty()) return
    watch()
    beginNext()
  }

  function beginNext() {
    const begin = queue.take()
    if (!begin) return
    turn.begin()
    begin()
  }

  function passes() {
    if (!queue.isEmpty() || !turn.endRequest()) return false
    if (!isWatched) watch()
    turn.begin()
    return true
  }

  return {
    waiting: queue.size,
    done() {
      if (turn.endRequest()) beginNext()
    },
    async take(key: string) {
      if (passes()) return
      if (queue.sizeOf(key) >= requestsWaitingMax) refuse('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds: 1 })
      await new Promise<void>((resolve) => queue.add(key, resolve))
    },
  }
}

function createTurnTimer() {
  let spentMs = 0
  let begunMs: number | undefined
  return {
    begin() {
      begunMs = performance.now()
    },
    endRequest() {
      if (begunMs !== undefined) spentMs += performance.now() - begunMs
      begunMs = undefined
      return spentMs < requestsMs
    },
    reset() {
      spentMs = 0
      begunMs = undefined
    },
  }
}

const messagesMs = 8
const servedMax = 32
/** About 1 kB each. Above it a new one moves the oldest into this turn, so that memory is bounded. */
const waitingMax = 2000

/** Keeps bursts from delaying requests. What exceeds a turn waits, in order of arrival of each owner, round robin. */
export function createIncomingTurns({ now = () => performance.now(), onTurn = setImmediate as OnTurn } = {}) {
  const queue = createFairQueue<() => void>()
  let waiting = 0
  let isWatched = false
  let sinceMs = 0
  let servedSinceMs: number | undefined

  function watch() {
    isWatched = true
    onTurn(turned)
  }

  function turned() {
    isWatched = false
    servedSinceMs = undefined
    if (waiting === 0) return
    // Each in a callback of its own, so that the promises of one have settled before the next.
    for (let count = Math.min(waiting, servedMax); count > 0; count--) onTurn(serve)
    watch()
  }

  function serve() {
    const nowMs = now()
    servedSinceMs ??= nowMs
    if (nowMs - servedSinceMs < messagesMs) take()
  }

  function take() {
    const task = queue.take()
    if (!task) return
    waiting--
    task()
  }

  /** Calls `task` at once or in a later turn. It must not throw. */
  return function inTurn(owner: string, task: () => void) {
    if (!isWatched) {
      sinceMs = now()
      watch()
    }
    if (waiting === 0 && now() - sinceMs < messagesMs) return task()
    queue.add(owner, task)
    waiting++
    if (waiting > waitingMax) take()
  }
}

/** One for the process, because all connections share its main thread. Companies are the owners. */
export const incomingTurn = createIncomingTurns()
