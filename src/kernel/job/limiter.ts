export function createLimiter(most: number) {
  const waiting: (() => void)[] = []
  let running = 0

  return async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

export type Mutex<Key> = ReturnType<typeof createMutex<Key>>

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

  return Object.assign(run, { sizeOf: (key: Key) => queues.get(key)?.size ?? 0 })
}
