import { refuse } from './errors'

/** Calls of one person that wait for their turn; a screen has a dozen at most. */
const waitingMax = 128

/** Callers served in one turn of the loop, one call of each. */
const callersMax = 32

export type FairTurns = ReturnType<typeof createFairTurns>

/**
 * Lets one call of each caller begin in a turn of the event loop: whoever sends two hundred searches at once waits for
 * them, while everybody else waits for one of them at most.
 */
export function createFairTurns() {
  /** By who waits, in the order in which they are served. */
  const queues = new Map<string, (() => void)[]>()
  let busy = false

  function serveNext() {
    const callers = [...queues].slice(0, callersMax)
    busy = callers.length > 0
    if (!busy) return
    setImmediate(serveNext)
    for (const [key, waiting] of callers) {
      queues.delete(key)
      const begin = waiting.shift()
      if (waiting.length > 0) queues.set(key, waiting)
      begin?.()
    }
  }

  return {
    /** Resolves when it is this caller's turn. @throws Refusal ERR_TOO_MANY_REQUESTS */
    async take(key: string) {
      if (!busy) {
        busy = true
        setImmediate(serveNext)
        return
      }
      const waiting = queues.get(key) ?? []
      if (waiting.length >= waitingMax) refuse('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds: 1 })
      queues.set(key, waiting)
      await new Promise<void>((resolve) => waiting.push(resolve))
    },
  }
}
