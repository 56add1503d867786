import { nextTurn } from '../company/batches'

const failurePauseMs = 60_000
const pauseMsMax = 3_600_000

/** Never concurrently. `work` returns the delay in ms until it runs again; undefined for none. */
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
    onWake(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async end() {
      ended = true
      clearTimeout(timer)
      await currentRun
    },
  }
}
