/** Runs long tasks in order, one per turn of the event loop, so that other work runs in between. */
export function createTaskQueue() {
  const waiting: (() => void)[] = []
  let running = false

  function runNext() {
    const task = waiting.shift()
    running = task !== undefined
    if (!task) return
    // Scheduled first, so that a task that throws does not stop the queue.
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
