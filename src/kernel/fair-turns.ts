import { refuse } from './errors'

/** Calls of one person that wait for their turn; a screen has a dozen at most. */
const waitingMax = 128
/** For so long calls are let through in a turn: sixteen ordinary ones at once never wait. */
const turnMs = 12

export type FairTurns = ReturnType<typeof createFairTurns>

/**
 * Keeps those who call much from holding the event loop. Calls pass while a turn of the loop is short; after that they wait
 * for the next, and callers take turns: whoever sends two hundred searches at once waits for them, while everybody else
 * waits for one or two of them at most.
 */
export function createFairTurns() {
  /** By who waits, in the order in which they are served. */
  const queues = new Map<string, (() => void)[]>()
  /** Whether the end of the present turn will be told. */
  let isWatched = false
  /** Since when the loop is known not to have turned. */
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
    /** A call has been answered: the next one begins in the same turn while that is short. */
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
