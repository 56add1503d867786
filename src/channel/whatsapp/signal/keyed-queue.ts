/** Runs work on the same key in sequence, in order of arrival. */
export function createKeyedQueue() {
  const last = new Map<string, Promise<unknown>>()
  return async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = last.get(key)
    const own = before ? before.then(work, work) : work()
    last.set(key, own)
    try {
      return await own
    } finally {
      if (last.get(key) === own) last.delete(key)
    }
  }
}
