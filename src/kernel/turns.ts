/** Runs long tasks one in each turn of the event loop, in the order they came, so that everybody else is served between. */
export function createTurns() {
  const waiting: (() => void)[] = []
  let running = false

  function runNext() {
    const task = waiting.shift()
    running = task !== undefined
    if (!task) return
    // Scheduled first, so that a task that throws holds up nobody.
    setImmediate(runNext)
    task()
  }

  return {
    add(task: () => void) {
      waiting.push(task)
      if (running) return
      running = true
      setImmediate(runNext)
    },
  }
}
