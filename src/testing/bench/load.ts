export interface LoadResult {
  perSecond: number
  p50Ms: number
  p99Ms: number
  requests: number
}

/** Sends `total` requests, some in parallel, and returns the figures. @throws Error at the first answer that is not 2xx */
export async function load(
  total: number,
  atOnce: number,
  send: (index: number) => Promise<Response>,
): Promise<LoadResult> {
  const times: number[] = []
  let next = 0
  const started = performance.now()
  async function worker() {
    while (next < total) {
      const index = next++
      const at = performance.now()
      const response = await send(index)
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`Request ${index} was answered ${response.status}`)
      times.push(performance.now() - at)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return {
    ...percentiles(times),
    perSecond: Math.round((total / (performance.now() - started)) * 1000),
    requests: total,
  }
}

/** Measures this process, which other work on the machine disturbs less than the clock. The result is in milliseconds. */
export function startProcessorTime() {
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
}

export function percentiles(timesMs: number[]) {
  const sorted = [...timesMs].sort((a, b) => a - b)
  const at = (part: number) =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0) * 100) / 100
  return { p50Ms: at(0.5), p99Ms: at(0.99) }
}
