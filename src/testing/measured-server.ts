import { createServedWorld } from './served-world'

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

if (import.meta.main) await serveMeasured()

async function serveMeasured() {
  const world = await createServedWorld({ pages: true, environment: { LOG_LEVEL: 'silent' } })
  const { token } = await world.as(world.ana)
  let meter = startMeter()
  setInterval(() => meter.tick(), 1)
  process.on('message', (question) => {
    if (question === 'stop') return void world.stop().then(() => process.exit(0))
    process.send?.(meter.read())
    Bun.gc(true)
    meter = startMeter()
  })
  process.send?.({ port: Number(new URL(world.url).port), token })
}

function startMeter() {
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

/** The served world in a process of its own, which measures itself. */
export async function startMeasuredServer() {
  const received: unknown[] = []
  let wake = () => {}
  const child = Bun.spawn([process.execPath, import.meta.path], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit'],
    ipc(message) {
      received.push(message)
      wake()
    },
  })
  const next = async () => {
    while (received.length === 0) await new Promise<void>((resolve) => (wake = resolve))
    return received.shift()
  }
  const { port, token } = (await next()) as { port: number; token: string }
  const measure = async () => {
    child.send('measure')
    return (await next()) as Measured
  }
  return {
    port,
    bearer: `authorization: Bearer ${token}`,
    /** What it costs the server that this is done. */
    async costOf(act: () => Promise<unknown>) {
      await measure()
      await act()
      return measure()
    },
    async stop() {
      child.send('stop')
      await child.exited
    },
  }
}
