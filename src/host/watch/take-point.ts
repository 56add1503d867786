import { minuteMs } from '../../kernel/time/durations.contract'
import { inboundTimes } from '../../connection/inbox/inbox'
import type { HostPoint } from '../../platform/host-history/host-point.contract'
import { listConnectionCounts } from '../../platform/connection-index/connection-counts'
import type { Platform } from '../../platform/platform'
import { httpResponses } from '../http-metrics'

const lateEveryMs = 100
const micro = 1000

/** Measures the process between two points. A timer of 100 ms costs 0.1 % of a processor and sees what people would notice. */
export function createPointTaker(platform: Platform) {
  let before = readCounters()
  let atMs = performance.now()
  let lateMs = 0
  let timer: Timer | undefined

  return {
    start() {
      let turnedMs = performance.now()
      timer = setInterval(() => {
        const nowMs = performance.now()
        lateMs = Math.max(lateMs, nowMs - turnedMs - lateEveryMs)
        turnedMs = nowMs
      }, lateEveryMs).unref()
    },
    take(): HostPoint {
      const now = readCounters()
      const nowMs = performance.now()
      const tookMs = Math.max(1, nowMs - atMs)
      const perMinute = (name: 'requests' | 'inbound') => Math.round(((now[name] - before[name]) / tookMs) * minuteMs)
      const counts = listConnectionCounts(platform.catalog)
      const sumOf = (name: 'total' | 'connected') => counts.reduce((sum, count) => sum + count[name], 0)
      const point = {
        at: platform.clock.now().getTime(),
        processor: (now.cpuMs - before.cpuMs) / tookMs,
        loopMs: Math.round(lateMs),
        memoryBytes: process.memoryUsage.rss(),
        windows: platform.live.sockets(),
        requests: perMinute('requests'),
        failures: now.failures - before.failures,
        inbound: perMinute('inbound'),
        linesConnected: sumOf('connected'),
        lines: sumOf('total'),
        diskFreeBytes: finite(platform.freeSpace.read().freeBytes),
      }
      before = now
      atMs = nowMs
      lateMs = 0
      return point
    },
    stop: () => clearInterval(timer),
  }
}

/** JSON has no infinity. */
export const finite = (bytes: number) => (Number.isFinite(bytes) ? bytes : 0)

function readCounters() {
  const { user, system } = process.threadCpuUsage()
  const answers = httpResponses.read()
  const [inbound = 0] = [...inboundTimes.read()].at(-1) ?? []
  return {
    cpuMs: (user + system) / micro,
    requests: answers.reduce((all, [count]) => all + count, 0),
    failures: answers.find(([, labels]) => (labels as { status?: string }).status === '5xx')?.[0] ?? 0,
    inbound,
  }
}
