export interface TokenBucket {
  take(cost: number): boolean
}

/** A budget of `burst` units, refilled by `perSecond`. Uses the monotonic clock. */
export function createTokenBucket({ burst, perSecond }: { burst: number; perSecond: number }): TokenBucket {
  let tokens = burst
  let atMs = performance.now()
  return {
    take(cost) {
      const nowMs = performance.now()
      tokens = Math.min(burst, tokens + ((nowMs - atMs) / 1000) * perSecond)
      atMs = nowMs
      if (tokens < cost) return false
      tokens -= cost
      return true
    },
  }
}
