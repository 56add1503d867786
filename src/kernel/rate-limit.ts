import { refuse } from './errors'

interface Window {
  count: number
  endsAtMs: number
}

const keysMax = 50_000

/** Counts tries per key in a fixed window; the oldest keys give way, so that a flood of keys cannot fill the memory. */
export function createRateLimit({ most, windowMs }: { most: number; windowMs: number }) {
  const windows = new Map<string, Window>()

  return {
    /** @throws Refusal ERR_TOO_MANY_REQUESTS with the seconds until the window ends */
    take(key: string, nowMs: number) {
      let window = windows.get(key)
      if (!window || window.endsAtMs <= nowMs) {
        window = { count: 0, endsAtMs: nowMs + windowMs }
        windows.delete(key)
        windows.set(key, window)
        if (windows.size > keysMax) windows.delete(windows.keys().next().value ?? '')
      }
      window.count++
      if (window.count > most) {
        refuse('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil((window.endsAtMs - nowMs) / 1000) })
      }
    },
    /** A success gives the key its tries back. */
    clear(key: string) {
      windows.delete(key)
    },
  }
}
