import { refuse } from '../errors'

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
  const queues = new Map<string, (() => void)[]>()
  /** Whether the end of the current turn is being observed. */
  let isWatched = false
  /** Time that requests have taken in this turn. */
  let spentMs = 0
  /** When the running request began. */
  let begunMs: number | undefined

  function watch() {
    isWatched = true
    setImmediate(turned)
  }

  function turned() {
    isWatched = false
    spentMs = 0
    begunMs = undefined
    if (queues.size === 0) return
    watch()
    beginNext()
  }

  function isShort() {
    const nowMs = performance.now()
    if (begunMs !== undefined) spentMs += nowMs - begunMs
    begunMs = undefined
    return spentMs < turnMs
  }

  function beginNext() {
    const next = queues.entries().next().value
    if (!next) return
    const [key, waiting] = next
    queues.delete(key)
    const begin = waiting.shift()
    if (waiting.length > 0) queues.set(key, waiting)
    begunMs = performance.now()
    begin?.()
  }

  /** Whether a call may begin at once. */
  function passes() {
    if (queues.size > 0 || !isShort()) return false
    if (!isWatched) watch()
    begunMs = performance.now()
    return true
  }

  return {
    /** Call it after each response: starts the next request while the turn is short. */
    done() {
      if (isShort() && queues.size > 0) beginNext()
    },
    /** Resolves when it is this caller's turn. @throws Refusal ERR_TOO_MANY_REQUESTS */
    async take(key: string) {
      if (passes()) return
      const waiting = queues.get(key) ?? []
      if (waiting.length >= waitingMax) refuse('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds: 1 })
      queues.set(key, waiting)
      await new Promise<void>((resolve) => waiting.push(resolve))
    },
  }
}
