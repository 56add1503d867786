import { openSync, readSync } from 'node:fs'

export interface Measured {
  /** The longest time without a timer callback. */
  longestGapMs: number
  /** The most processor time in such a gap, independent of other work on the machine. */
  longestCpuGapMs: number
  /** The longest gap less the time in which the main thread waited for a processor that other processes used. */
  longestOwnGapMs: number
  /** Share of the time in which the main thread waited for a processor, between 0 and 1. */
  waitShare: number
  /** Processor time, independent of other work on the machine. */
  cpuMs: number
  mainMs: number
  memoryGrowthMb: number
}

/** Reading the memory in every tick took a fifth of the process's time. */
const weighEveryMs = 250

const schedule = process.platform === 'linux' ? openSync('/proc/self/schedstat', 'r') : undefined
const text = Buffer.alloc(80)

/** Measures its own process. A timer calls `tick` as often as gaps should be detected. */
export function startMeter() {
  const cpu = process.cpuUsage()
  const rssBytes = process.memoryUsage.rss()
  let mostRssBytes = rssBytes
  let longestGapMs = 0
  let longestCpuGapMs = 0
  let longestOwnGapMs = 0
  let lastCpu = cpu
  const startedMs = performance.now()
  const { ranMs, waitedMs } = mainThread()
  let lastWaitedMs = waitedMs
  let lastAtMs = startedMs
  let weighedAtMs = startedMs
  return {
    tick() {
      const now = performance.now()
      longestGapMs = Math.max(longestGapMs, now - lastAtMs)
      const waited = mainThread().waitedMs
      longestOwnGapMs = Math.max(longestOwnGapMs, now - lastAtMs - (waited - lastWaitedMs))
      lastWaitedMs = waited
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
      const main = mainThread()
      return {
        longestGapMs: Math.round(longestGapMs),
        longestCpuGapMs: Math.round(longestCpuGapMs),
        longestOwnGapMs: Math.round(longestOwnGapMs),
        waitShare: (main.waitedMs - waitedMs) / (performance.now() - startedMs),
        cpuMs: Math.round((user + system) / 1000),
        mainMs: Math.round(main.ranMs - ranMs),
        memoryGrowthMb: Math.round((mostRssBytes - rssBytes) / 1e6),
      }
    },
  }
}

/** How long the main thread ran, and could have run but had no processor. 0 where the system does not tell. */
function mainThread() {
  if (schedule === undefined) return { ranMs: 0, waitedMs: 0 }
  const length = readSync(schedule, text, 0, text.length, 0)
  // Nanoseconds run, nanoseconds waited, number of times.
  const [ran, waited] = text.toString('latin1', 0, length).split(' ').map(Number)
  return { ranMs: Number(ran) / 1e6, waitedMs: Number(waited) / 1e6 }
}
