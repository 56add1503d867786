/** Serialises asynchronous work per key. */
export function createKeyedMutex<Key>() {
  const last = new Map<Key, Promise<unknown>>()

  return async function run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const turn = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, turn)
    try {
      return await turn
    } finally {
      if (last.get(key) === turn) last.delete(key)
    }
  }
}
