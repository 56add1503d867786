/** Limits concurrent calls; further calls wait in order. */
export function createCallSlots(callsMax: number) {
  let free = callsMax
  const waiting = new Set<() => void>()

  function give() {
    const [next] = waiting
    if (!next) {
      free++
      return
    }
    waiting.delete(next)
    next()
  }

  return {
    /**
     * Runs the call when a slot is free.
     * @throws the signal's reason when aborted before
     */
    async run<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
      if (free > 0) free--
      else await turnOf(signal)
      try {
        return await call()
      } finally {
        give()
      }
    },
  }

  function turnOf(signal: AbortSignal) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      if (waiting.delete(start)) reject(signal.reason)
    }
    const start = () => {
      signal.removeEventListener('abort', leave)
      resolve()
    }
    waiting.add(start)
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    return promise
  }
}
