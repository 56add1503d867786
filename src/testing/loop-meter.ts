/** The figures since the previous `measure`. */
export interface Measured {
  /** The longest time without a timer callback. */
  longestGapMs: number
  /** The most processor time in such a gap, independent of other work on the machine. */
  longestCpuGapMs: number
  /** Processor time, independent of other work on the machine. */
  cpuMs: number
  /** The peak of memory use above the start. */
  memoryGrowthMb: number
}

/** Reading the memory in every tick took a fifth of the process's time. */
const weighEveryMs = 250

/** Measures its own process. A timer calls `tick` as often as gaps should be detected. */
export function startMeter() {
  const cpu = process.cpuUsage()
  const rssBytes = process.memoryUsage.rss()
  let mostRssBytes = rssBytes
  let longestGapMs = 0
  let longestCpuGapMs = 0
  let lastCpu = cpu
  let lastAtMs = performance.now()
  let weighedAtMs = lastAtMs
  return {
    tick() {
      const now = performance.now()
      longestGapMs = Math.max(longestGapMs, now - lastAtMs)
      lastAtMs = now
      const usage = process.cpuUsage()
      const spent = usage.user - lastCpu.user + usage.system - lastCpu.system
      longestCpuGapMs = Math.max(longestCpuGapMs, spent / 1000)
      lastCpu = usage
      if (now - weighedAtMs < weighEveryMs) return
      weighedAtMs = now
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
