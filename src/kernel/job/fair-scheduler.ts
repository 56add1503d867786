import { refuse } from '../errors'
import { createFairQueue } from './fair-queue'

/** Maximum of one user's waiting requests; a screen sends a dozen at most. */
const waitingMax = 128
/** Time per turn of the event loop in which requests pass at once; sixteen ordinary ones fit. */
const turnMs = 12

export type FairTurns = ReturnType<typeof createFairScheduler>

/**
 * Keeps busy callers from blocking the event loop. Requests pass at once until those of one turn of the loop have taken their time;
 * after that they wait for the next turn and callers are served round robin. A user who sends 200 searches at once waits for them,
 * while others wait for one or two of them at most. Other work in a long turn, such as received messages, delays no request.
 */
export function createFairScheduler() {
  const queue = createFairQueue<() => void>()
  /** Whether the end of the current turn is being observed. */
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

  /** Whether a call may begin at once. */
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
      if (queue.sizeOf(key) >= waitingMax) refuse('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds: 1 })
      await new Promise<void>((resolve) => queue.add(key, resolve))
    },
  }
}

/** Measures the time that requests take in one turn of the event loop. */
function createTurnTimer() {
  let spentMs = 0
  /** When the running request began. */
  let begunMs: number | undefined
  return {
    begin() {
      begunMs = performance.now()
    },
    /** Ends the running request, if any. Returns whether there is time for another one. */
    endRequest() {
      if (begunMs !== undefined) spentMs += performance.now() - begunMs
      begunMs = undefined
      return spentMs < turnMs
    },
    reset() {
      spentMs = 0
      begunMs = undefined
    },
  }
}
