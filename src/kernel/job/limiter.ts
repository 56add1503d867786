/** Returns a function that runs at most so many pieces of work at once; the others wait in order of arrival. */
export function createLimiter(most: number) {
  const waiting: (() => void)[] = []
  let running = 0

  return async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      // The next one takes over the place, so that no later call can get ahead.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

export type Mutex<Key> = ReturnType<typeof createMutex<Key>>

/** Runs work on the same key one after the other, in order of arrival, whether or not the one before fails. */
export function createMutex<Key>() {
  const queues = new Map<Key, { size: number; last?: Promise<unknown> }>()

  async function run<Result>(key: Key, work: () => Promise<Result>): Promise<Result> {
    const queue = queues.get(key) ?? { size: 0 }
    queues.set(key, queue)
    queue.size++
    try {
      const own = queue.last ? queue.last.then(work, work) : work()
      queue.last = own
      return await own
    } finally {
      if (--queue.size === 0) queues.delete(key)
    }
  }

  /** Running and waiting. */
  return Object.assign(run, { sizeOf: (key: Key) => queues.get(key)?.size ?? 0 })
}
