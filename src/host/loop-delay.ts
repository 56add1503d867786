import { gauge, histogram } from '../kernel/metrics'

const everyMs = 20
/** The longest delay is told for one to two of these. */
const periodMs = 60_000

const delays = histogram(
  'recado_loop_delay_seconds',
  `How much later than planned the event loop turned, measured every ${everyMs} ms.`,
  [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
)
const longestMs = { now: 0, before: 0 }
let watching: Timer | undefined

/** From the first reading on, because it takes 0.4 % of a processor. One for the process; it keeps none alive. */
export function watchLoopDelay() {
  if (watching) return
  let turnedMs = performance.now()
  let sinceMs = turnedMs
  watching = setInterval(() => {
    const nowMs = performance.now()
    const delayMs = Math.max(0, nowMs - turnedMs - everyMs)
    turnedMs = nowMs
    delays.observe(delayMs / 1000)
    if (nowMs - sinceMs >= periodMs) {
      sinceMs = nowMs
      longestMs.before = longestMs.now
      longestMs.now = 0
    }
    longestMs.now = Math.max(longestMs.now, delayMs)
  }, everyMs).unref()
}

export const loopMetrics = [
  delays,
  gauge(
    'recado_loop_delay_longest_seconds',
    'The longest of these delays in the last one to two minutes.',
    () => Math.max(longestMs.now, longestMs.before) / 1000,
  ),
]
