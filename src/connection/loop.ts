/** How long a loop waits after its work failed, in ms. */
const failurePauseMs = 60_000
const pauseMsMax = 3_600_000

/**
 * Runs a piece of work whenever it is woken, never twice at once. The work answers after how many ms it wants to be run
 * again by itself: 0 for at once, undefined for not at all.
 */
export function createLoop(work: () => Promise<number | undefined>, onFailure: (error: unknown) => void) {
  let running = false
  let again = false
  let ended = false
  let timer: Timer | undefined
  let present: Promise<void> = Promise.resolve()
  const listeners = new Set<() => void>()

  function wake() {
    again = true
    for (const listener of listeners) listener()
    if (running || ended) return
    running = true
    clearTimeout(timer)
    // Woken inside a transaction or a driver's callback: neither may be entered again from here.
    setImmediate(() => (present = turn()))
  }

  async function turn() {
    let afterMs: number | undefined
    while (again && !ended) {
      again = false
      afterMs = await work().catch((error: unknown) => {
        onFailure(error)
        return failurePauseMs
      })
      if (afterMs !== 0) continue
      again = true
      await new Promise((resolve) => setImmediate(resolve))
    }
    running = false
    if (afterMs && !ended) timer = setTimeout(wake, Math.min(afterMs, pauseMsMax))
  }

  return {
    wake,
    /** Tells work that is under way that it was woken again; the answer ends that. */
    onWake(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Resolves when what runs has ended; nothing runs afterwards. */
    async end() {
      ended = true
      clearTimeout(timer)
      await present
    },
  }
}
