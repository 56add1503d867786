import { keepNewest } from '../keep-newest.contract'
import { refuse } from '../errors'

interface Window {
  count: number
  endsAtMs: number
}

const keysMax = 50_000

export type RateLimit = ReturnType<typeof createRateLimit>

export function createRateLimit({ limit, windowMs }: { limit: number; windowMs: number }) {
  const windows = new Map<string, Window>()

  return {
    take(key: string, nowMs: number) {
      let window = windows.get(key)
      if (!window || window.endsAtMs <= nowMs) {
        window = { count: 0, endsAtMs: nowMs + windowMs }
        windows.delete(key)
        windows.set(key, window)
        keepNewest(windows, keysMax)
      }
      window.count++
      if (window.count > limit) {
        refuse('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil((window.endsAtMs - nowMs) / 1000) })
      }
    },
    clear(key: string) {
      windows.delete(key)
    },
  }
}

export interface TokenBucket {
  take(cost: number): boolean
}

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
