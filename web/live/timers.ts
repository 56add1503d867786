/** Timers by name: starting one again replaces it. */
export function createTimers() {
  const running = new Map<string, ReturnType<typeof setTimeout>>()
  const cancel = (name: string) => clearTimeout(running.get(name))
  return {
    cancel,
    after(name: string, delayMs: number, task: () => void) {
      cancel(name)
      running.set(name, setTimeout(task, delayMs))
    },
    clear() {
      for (const name of running.keys()) cancel(name)
      running.clear()
    },
  }
}
