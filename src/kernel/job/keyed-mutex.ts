/** Serialises asynchronous work per key. */
export function createKeyedMutex<Key>() {
  const last = new Map<Key, Promise<unknown>>()

  return async function run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const task = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, task)
    try {
      return await task
    } finally {
      if (last.get(key) === task) last.delete(key)
    }
  }
}
