import { refuse, Refusal } from './errors'
import { nextTurn } from './batches'

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
  /** When the present waiting began; never while there is none. */
  sinceMs: number
  bytes: number
  cut(): void
}

/** Of Bun's server: seconds without traffic before it cuts a connection, 0 for never. */
export type SetIdleTimeout = (request: Request, seconds: number) => void
export const idleTimeoutSeconds = 30

/** For so long the parts of one body are read before everything else has a turn. */
const turnMs = 5

/**
 * Cuts bodies that arrive too slowly, with an answer. Bun alone cuts them after its idle timeout without one, and with
 * them every upload below 16 kB a second, so it is told not to while a long body is read. One timer serves all bodies
 * that are waited for; none runs while there are none.
 */
export function createBodyPace(pace: BodyPace = defaultPace, setIdleTimeout: SetIdleTimeout = () => {}) {
  const { graceMs, bytesPerSecond } = pace
  const watched = new Set<Wait>()
  let timer: Timer | undefined

  function cutSlow() {
    const nowMs = performance.now()
    for (const wait of watched) {
      const waitedMs = wait.waitedMs + nowMs - wait.sinceMs
      if (waitedMs > graceMs + (wait.bytes / bytesPerSecond) * 1000) wait.cut()
    }
    if (watched.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  function watch(bytes: number, cut: () => void): Wait {
    const wait = { waitedMs: 0, sinceMs: performance.now(), bytes, cut }
    watched.add(wait)
    timer ??= setInterval(cutSlow, Math.min(1000, graceMs)).unref()
    return wait
  }

  async function next(reader: ReadableStreamDefaultReader<Uint8Array>, wait: Wait) {
    wait.sinceMs = performance.now()
    const { value } = await reader.read()
    wait.waitedMs += performance.now() - wait.sinceMs
    wait.sinceMs = Infinity
    return value
  }

  return {
    /** A body of known size that is awaited as a whole. @throws Refusal ERR_REQUEST_TIMEOUT */
    async whole<T>(arrival: Promise<T>, bytes: number): Promise<T> {
      const late = Promise.withResolvers<never>()
      const wait = watch(bytes, () => late.reject(new Refusal('ERR_REQUEST_TIMEOUT')))
      try {
        return await Promise.race([arrival, late.promise])
      } finally {
        watched.delete(wait)
      }
    },
    /** A body part by part, as it comes. @throws Refusal ERR_REQUEST_TIMEOUT, ERR_REQUEST_TOO_LARGE */
    async *parts(request: Request, bytesMax: number): AsyncGenerator<Uint8Array> {
      if (!request.body) return
      const reader = request.body.getReader()
      let isLate = false
      const wait = watch(0, () => {
        isLate = true
        // Ends the reading that waits.
        reader.cancel().catch(() => {})
      })
      setIdleTimeout(request, 0)
      let turnEndsMs = performance.now() + turnMs
      try {
        for (;;) {
          const part = await next(reader, wait)
          if (isLate) refuse('ERR_REQUEST_TIMEOUT')
          if (!part) return
          wait.bytes += part.length
          if (wait.bytes > bytesMax) refuse('ERR_REQUEST_TOO_LARGE')
          yield part
          if (performance.now() < turnEndsMs) continue
          await nextTurn()
          turnEndsMs = performance.now() + turnMs
        }
      } finally {
        watched.delete(wait)
        setIdleTimeout(request, idleTimeoutSeconds)
        // Whatever still comes is not wanted; a body that failed has nothing to cancel.
        reader.cancel().catch(() => {})
      }
    },
  }
}
