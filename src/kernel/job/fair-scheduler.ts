import { refuse } from '../errors'

/** Maximum of one user's waiting requests; a screen sends a dozen at most. */
const waitingMax = 128
/** Time per turn of the event loop in which requests pass at once; sixteen ordinary ones fit. */
const turnMs = 12

export type FairTurns = ReturnType<typeof createFairScheduler>

/**
 * Keeps busy callers from blocking the event loop. Requests pass at once while the turn of the loop is short; after that they wait
 * for the next turn and callers are served round robin. A user who sends 200 searches at once waits for them, while
 * others wait for one or two of them at most.
 */
export function createFairScheduler() {
  const queues = new Map<string, (() => void)[]>()
  /** Whether the end of the current turn is being observed. */
  let isWatched = false
  let sinceMs = 0

  function watch() {
    isWatched = true
    sinceMs = performance.now()
    setImmediate(turned)
  }

  function turned() {
    isWatched = false
    if (queues.size === 0) return void (sinceMs = performance.now())
    watch()
    beginNext()
  }

  function beginNext() {
    const next = queues.entries().next().value
    if (!next) return
    const [key, waiting] = next
    queues.delete(key)
    const begin = waiting.shift()
    if (waiting.length > 0) queues.set(key, waiting)
    begin?.()
  }

  /** Whether a call may begin at once. */
  function passes() {
    if (queues.size > 0) return false
    if (performance.now() - sinceMs < turnMs) return true
    if (isWatched) return false
    watch()
    return true
  }

  return {
    /** Call it after each response: starts the next request while the turn is short. */
    done() {
      if (queues.size > 0 && performance.now() - sinceMs < turnMs) beginNext()
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
