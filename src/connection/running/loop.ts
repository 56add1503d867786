import { nextTurn } from '../../kernel/company/batches'

const failurePauseMs = 60_000
const pauseMsMax = 3_600_000

/**
 * Runs work whenever it is woken, never concurrently. The work returns the delay in ms until it runs again: 0 for at
 * once, undefined for not.
 */
export function createLoop(work: () => Promise<number | undefined>, onFailure: (error: unknown) => void) {
  let running = false
  let again = false
  let ended = false
  let timer: Timer | undefined
  let currentRun: Promise<void> = Promise.resolve()
  const listeners = new Set<() => void>()

  function wake() {
    again = true
    for (const listener of listeners) listener()
    if (running || ended) return
    running = true
    clearTimeout(timer)
    // Called inside a transaction or a driver's callback, neither of which may be re-entered.
    setImmediate(() => (currentRun = runUntilIdle()))
  }

  async function runUntilIdle() {
    let afterMs: number | undefined
    while (again && !ended) {
      again = false
      afterMs = await work().catch((error: unknown) => {
        onFailure(error)
        return failurePauseMs
      })
      if (afterMs !== 0) continue
      again = true
      await nextTurn()
    }
    running = false
    if (afterMs && !ended) timer = setTimeout(wake, Math.min(afterMs, pauseMsMax))
  }

  return {
    wake,
    /** Notifies running work of another wake-up; returns a function that stops it. */
    onWake(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Resolves when running work has ended; nothing runs afterwards. */
    async end() {
      ended = true
      clearTimeout(timer)
      await currentRun
    },
  }
}
