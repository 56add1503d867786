/** Returns a function that runs work with at most `most` pieces at once; the others wait in order of arrival. */
export function limitConcurrency(limit: number) {
  const waiting: (() => void)[] = []
  let running = 0

  return async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
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
