export type KeyedMutex<Key> = ReturnType<typeof createKeyedMutex<Key>>

/** Serialises asynchronous work per key. */
export function createKeyedMutex<Key>() {
  const last = new Map<Key, Promise<unknown>>()

  async function run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const task = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, task)
    try {
      return await task
    } finally {
      if (last.get(key) === task) last.delete(key)
    }
  }

  return Object.assign(run, { isBusy: (key: Key) => last.has(key) })
}
