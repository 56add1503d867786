/** State that changes and can be awaited. */
export interface Watchable {
  changed(): void
  /** Resolves with the first defined result of `look`, called now and after every change. */
  until<T>(look: () => T | undefined, timeoutMs: number, description: string): Promise<T>
}

interface Waiter {
  check(): void
}

/** Default time limit, generous for a loaded machine. */
export const DEFAULT_WAIT_MS = 50_000

export function createWatchable(onChange: () => void = () => {}): Watchable {
  const waiters = new Set<Waiter>()
  return {
    changed: () => {
      for (const waiter of [...waiters]) waiter.check()
      onChange()
    },
    until: (look, timeoutMs, description) =>
      new Promise((resolve, reject) => {
        const found = look()
        if (found !== undefined) return resolve(found)
        const timer = setTimeout(() => {
          waiters.delete(waiter)
          reject(new Error(`Gave up after ${timeoutMs} ms waiting for ${description}`))
        }, timeoutMs)
        const waiter: Waiter = {
          check: () => {
            const result = look()
            if (result === undefined) return
            clearTimeout(timer)
            waiters.delete(waiter)
            resolve(result)
          },
        }
        waiters.add(waiter)
      }),
  }
}
