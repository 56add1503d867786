import { createFairQueue } from './fair-queue'
import { refuse } from '../errors'

/** A turn of the event loop that took longer, in ms, left people waiting. */
const shortMs = 8
/** Background work that has waited this long, in ms, also begins in long turns: one for each `lateEveryMs` of them. */
const waitMaxMs = 500
const lateEveryMs = 10

type OnTurn = (callback: () => void) => unknown

interface Waiting {
  sinceMs: number
  begin(): void
}

/**
 * Lets people go first while the event loop is busy. Background work, such as sending queued messages and delivering webhooks, begins
 * one at a time after short turns of the loop, round robin by key; requests and received messages never wait for it.
 */
export function createBackgroundTurns({ now = () => performance.now(), onTurn = setImmediate as OnTurn } = {}) {
  const queue = createFairQueue<Waiting>()
  let turnedMs = 0
  let lateMs = 0

  function turned() {
    const nowMs = now()
    const tookMs = nowMs - turnedMs
    turnedMs = nowMs
    if (tookMs < shortMs) beginNext()
    else for (lateMs += tookMs; lateMs >= lateEveryMs; lateMs -= lateEveryMs) beginNext(nowMs - waitMaxMs)
    if (!queue.isEmpty()) onTurn(turned)
  }

  /** Begins the next work, unless it has waited for less than that. */
  function beginNext(sinceMs = Infinity) {
    queue.take((next) => next.sinceMs <= sinceMs)?.begin()
  }

  /** Resolves when the work may begin, in the next turn of the event loop at the earliest. */
  return function backgroundTurn(key: string): Promise<void> {
    return new Promise((begin) => {
      if (queue.isEmpty()) {
        turnedMs = now()
        lateMs = 0
        onTurn(turned)
      }
      queue.add(key, { sinceMs: now(), begin })
    })
  }
}

/** One for the process, because all companies share its event loop. */
export const backgroundTurn = createBackgroundTurns()

/** Maximum of one user's waiting requests; a screen sends a dozen at most. */
const requestsWaitingMax = 128
/** Time per turn of the event loop in which requests pass at once; sixteen ordinary ones fit. */
const requestsMs = 12

export type FairTurns = ReturnType<typeof createFairScheduler>

/**
 * Keeps busy callers from blocking the event loop. Requests pass at once until those of one turn of the loop have taken their time;
 * after that they wait for the next turn and callers are served round robin. A user who sends 200 searches at once waits for them,
 * while others wait for one or two of them at most. Other work in a long turn, such as received messages, delays no request.
 */
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
    /** Call it after each response: starts the next request while the turn is short. */
    done() {
      if (turn.endRequest()) beginNext()
    },
    /** Resolves when it is this caller's turn. @throws Refusal ERR_TOO_MANY_REQUESTS */
    async take(key: string) {
      if (passes()) return
      if (queue.sizeOf(key) >= requestsWaitingMax) refuse('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds: 1 })
      await new Promise<void>((resolve) => queue.add(key, resolve))
    },
  }
}

/** Measures the time that requests take in one turn of the event loop. */
function createTurnTimer() {
  let spentMs = 0
  let begunMs: number | undefined
  return {
    begin() {
      begunMs = performance.now()
    },
    /** Ends the running request, if any. Returns whether there is time for another one. */
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

/** Time per turn of the event loop, in ms, that incoming messages take before other sockets are served. */
const messagesMs = 8
/** Served in one turn. Most take longer than a tenth of a millisecond. */
const servedMax = 32
/**
 * Limit of waiting frames, about 1 kB each. Above it every new one moves the oldest into this turn, so that TCP slows the
 * senders down.
 */
const framesWaitingMax = 2000

/**
 * Keeps a burst of messages on many outside connections from delaying requests. Messages are processed as they come while that takes
 * little of a turn of the event loop; the others wait for later turns, in order of arrival.
 */
export function createIncomingTurns({ now = () => performance.now(), onTurn = setImmediate as OnTurn } = {}) {
  const waiting: (() => void)[] = []
  let isWatched = false
  /** When the first message of this turn was processed, as it came and from the queue. */
  let sinceMs = 0
  let servedSinceMs: number | undefined

  function watch() {
    isWatched = true
    onTurn(turned)
  }

  function turned() {
    isWatched = false
    servedSinceMs = undefined
    if (waiting.length === 0) return
    // Each in a callback of its own, so that the promises of one have settled before the next.
    for (let count = Math.min(waiting.length, servedMax); count > 0; count--) onTurn(serve)
    watch()
  }

  function serve() {
    const nowMs = now()
    servedSinceMs ??= nowMs
    if (nowMs - servedSinceMs < messagesMs) waiting.shift()?.()
  }

  /** Calls `task` at once or in a later turn. It must not throw. */
  return function inTurn(task: () => void) {
    if (!isWatched) {
      sinceMs = now()
      watch()
    }
    if (waiting.length === 0 && now() - sinceMs < messagesMs) return task()
    waiting.push(task)
    if (waiting.length > framesWaitingMax) waiting.shift()?.()
  }
}

/** One for the process, because all connections share its event loop. */
export const incomingTurn = createIncomingTurns()
