import * as v from 'valibot'

/** The host's figures of a minute, or of several together. */
export const HostPoint = v.object({
  /** Its beginning, in ms since 1970. */
  at: v.number(),
  /** Share of one core that the main thread used. */
  processor: v.number(),
  /** The longest time that the event loop was late. */
  loopMs: v.number(),
  memoryBytes: v.number(),
  windows: v.number(),
  requests: v.number(),
  /** Answers with 5xx. */
  failures: v.number(),
  inbound: v.number(),
  linesConnected: v.number(),
  lines: v.number(),
  diskFreeBytes: v.number(),
})
export type HostPoint = v.InferOutput<typeof HostPoint>

export const pointMs = 300_000

/** Joins points: rates become means, `loopMs` the longest, everything else the newest. */
export function joinPoints(at: number, points: readonly HostPoint[]): HostPoint | undefined {
  const last = points.at(-1)
  if (!last) return undefined
  const mean = (of: (point: HostPoint) => number) => points.reduce((sum, point) => sum + of(point), 0) / points.length
  return {
    ...last,
    at,
    processor: mean(({ processor }) => processor),
    requests: Math.round(mean(({ requests }) => requests)),
    inbound: Math.round(mean(({ inbound }) => inbound)),
    failures: points.reduce((sum, { failures }) => sum + failures, 0),
    loopMs: Math.max(...points.map(({ loopMs }) => loopMs)),
  }
}
