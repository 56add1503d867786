/** What one question of `measure` is answered: since the question before. */
export interface Measured {
  /** The longest time in which no timer got its turn. */
  longestGapMs: number
  /** The most of the processor that was spent in such a time: the same, whatever else the machine does. */
  longestCpuGapMs: number
  /** Of the processor, whatever else the machine does. */
  cpuMs: number
  /** The most memory in use, beyond what was in use at the beginning. */
  memoryGrowthMb: number
}

/** Measures the process it runs in; `tick` is called by a timer as often as gaps are to be seen. */
export function startMeter() {
  const cpu = process.cpuUsage()
  const rssBytes = process.memoryUsage.rss()
  let mostRssBytes = rssBytes
  let longestGapMs = 0
  let longestCpuGapMs = 0
  let lastCpu = cpu
  let lastAtMs = performance.now()
  return {
    tick() {
      const now = performance.now()
      longestGapMs = Math.max(longestGapMs, now - lastAtMs)
      lastAtMs = now
      const { user, system } = process.cpuUsage(lastCpu)
      longestCpuGapMs = Math.max(longestCpuGapMs, (user + system) / 1000)
      lastCpu = process.cpuUsage()
      mostRssBytes = Math.max(mostRssBytes, process.memoryUsage.rss())
    },
    read(): Measured {
      const { user, system } = process.cpuUsage(cpu)
      return {
        longestGapMs: Math.round(longestGapMs),
        longestCpuGapMs: Math.round(longestCpuGapMs),
        cpuMs: Math.round((user + system) / 1000),
        memoryGrowthMb: Math.round((mostRssBytes - rssBytes) / 1e6),
      }
    },
  }
}
