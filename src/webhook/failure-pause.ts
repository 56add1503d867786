const failuresMax = 20
const pauseMs = 10 * 60_000

export type FailurePause = ReturnType<typeof createFailurePause>

/** Counts the failures of a receiver, and pauses it after too many in a row. Kept in memory: a start begins anew. */
export function createFailurePause() {
  let failures = 0
  let pausedUntilMs = 0
  let isAnnounced = false

  return {
    until: (now: Date) => (pausedUntilMs > now.getTime() ? new Date(pausedUntilMs) : undefined),
    /** Returns when the pause ends if this failure began the first pause since the last success. */
    count(now: Date, ok: boolean): Date | undefined {
      failures = ok ? 0 : failures + 1
      if (ok) {
        pausedUntilMs = 0
        isAnnounced = false
      }
      if (failures < failuresMax) return undefined
      // The next attempt decides whether it is paused again.
      failures = failuresMax - 1
      // Attempts that were under way when it was paused.
      if (pausedUntilMs > now.getTime()) return undefined
      pausedUntilMs = now.getTime() + pauseMs
      if (isAnnounced) return undefined
      isAnnounced = true
      return new Date(pausedUntilMs)
    },
  }
}
