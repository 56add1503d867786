import { refuse, Refusal } from './errors'

export interface BodyPace {
  /** How long a body may take whatever its size. */
  graceMs: number
  /** What has to arrive on average after that. */
  bytesPerSecond: number
}

/** A telephone on the edge of its network sends four times as much. */
export const defaultPace: BodyPace = { graceMs: 10_000, bytesPerSecond: 2048 }

interface Wait {
  /** Spent waiting for the client; what the server does with the bytes between is not its fault. */
  waitedMs: number
  sinceMs: number
  bytes: number
  cut(error: Refusal): void
}

/** Of Bun's server: seconds without traffic before it cuts a connection, 0 for never. */
export type SetIdleTimeout = (request: Request, seconds: number) => void
export const idleTimeoutSeconds = 30

/**
 * Cuts bodies that arrive too slowly, with an answer. Bun alone cuts them after its idle timeout without one, and with
 * them every upload below 16 kB a second, so it is told not to while a long body is read. One timer serves all bodies
 * that are waited for; none runs while there are none.
 */
export function createBodyPace(pace: BodyPace = defaultPace, setIdleTimeout: SetIdleTimeout = () => {}) {
  const { graceMs, bytesPerSecond } = pace
  const waiting = new Set<Wait>()
  const tickMs = Math.min(1000, graceMs)
  let timer: Timer | undefined

  function cutSlow() {
    const nowMs = performance.now()
    for (const wait of waiting) {
      const waitedMs = wait.waitedMs + nowMs - wait.sinceMs
      if (waitedMs > graceMs + (wait.bytes / bytesPerSecond) * 1000) wait.cut(new Refusal('ERR_REQUEST_TIMEOUT'))
    }
    if (waiting.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  function watch(wait: Wait) {
    wait.sinceMs = performance.now()
    waiting.add(wait)
    timer ??= setInterval(cutSlow, tickMs).unref()
  }

  /** Waits for one part of a body, or for all of it. @throws Refusal ERR_REQUEST_TIMEOUT */
  async function within<T>(wait: Wait, arrival: Promise<T>): Promise<T> {
    const cut = Promise.withResolvers<never>()
    wait.cut = cut.reject
    watch(wait)
    try {
      return await Promise.race([arrival, cut.promise])
    } finally {
      waiting.delete(wait)
      wait.waitedMs += performance.now() - wait.sinceMs
    }
  }

  const newWait = (bytes: number): Wait => ({ waitedMs: 0, sinceMs: 0, bytes, cut: () => {} })

  return {
    /** A body of known size that is awaited as a whole. */
    whole: <T>(arrival: Promise<T>, bytes: number) => within(newWait(bytes), arrival),
    /** A body part by part, as it comes. @throws Refusal ERR_REQUEST_TIMEOUT, ERR_REQUEST_TOO_LARGE */
    async *parts(request: Request, bytesMax: number): AsyncGenerator<Uint8Array> {
      if (!request.body) return
      const wait = newWait(0)
      const reader = request.body.getReader()
      setIdleTimeout(request, 0)
      try {
        for (;;) {
          const { done, value } = await within(wait, reader.read())
          if (done) return
          wait.bytes += value.length
          if (wait.bytes > bytesMax) refuse('ERR_REQUEST_TOO_LARGE')
          yield value
        }
      } finally {
        setIdleTimeout(request, idleTimeoutSeconds)
        // Whatever still comes is not wanted; a body that failed has nothing to cancel.
        reader.cancel().catch(() => {})
      }
    },
  }
}
