import { refuse, Refusal } from '../../errors'
import { nextTurn } from '../../company/batches'

export interface BodyPace {
  /** Time that a body may take whatever its size. */
  graceMs: number
  /** Minimum average rate after that. */
  bytesPerSecond: number
}

/** A phone with poor reception is four times as fast. */
const defaultPace: BodyPace = { graceMs: 10_000, bytesPerSecond: 2048 }

interface Wait {
  /** Time spent waiting for the client, without the server's own work. */
  waitedMs: number
  /** Start of the current wait; `Infinity` while there is none. */
  sinceMs: number
  bytes: number
  cut(): void
}

/** Bun's idle timeout: seconds without traffic before it closes a connection, 0 for never. */
export type SetIdleTimeout = (request: Request, seconds: number) => void
export const idleTimeoutSeconds = 30

/** Time for reading chunks of one body before yielding to the event loop. */
const turnMs = 5

/**
 * Refuses bodies that arrive too slowly. Bun's idle timeout would drop them without a response, and with them every upload below
 * 16 kB/s, so it is suspended while a long body is read. One timer serves all waiting bodies and runs only while there
 * are any.
 */
export function createBodyPace(pace: BodyPace = defaultPace, setIdleTimeout: SetIdleTimeout = () => {}) {
  const slowBodies = createSlowBodyTimer(pace)

  return {
    /** Reads a body of known size as a whole. @throws Refusal ERR_REQUEST_TIMEOUT */
    async whole<T>(arrival: Promise<T>, bytes: number): Promise<T> {
      const late = Promise.withResolvers<never>()
      const wait = slowBodies.watch(bytes, () => late.reject(new Refusal('ERR_REQUEST_TIMEOUT')))
      try {
        return await Promise.race([arrival, late.promise])
      } finally {
        slowBodies.forget(wait)
      }
    },
    /** Reads a body in chunks as they arrive. @throws Refusal ERR_REQUEST_TIMEOUT, ERR_REQUEST_TOO_LARGE */
    async *parts(request: Request, bytesMax: number): AsyncGenerator<Uint8Array> {
      if (!request.body) return
      const reader = request.body.getReader()
      let isLate = false
      const wait = slowBodies.watch(0, () => {
        isLate = true
        // Ends the read that waits. A body that has failed by itself has nothing to cancel.
        reader.cancel().catch(() => {})
      })
      setIdleTimeout(request, 0)
      let turnEndsMs = performance.now() + turnMs
      try {
        for (;;) {
          const part = await readNext(reader, wait)
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
        slowBodies.forget(wait)
        setIdleTimeout(request, idleTimeoutSeconds)
        // Discards the rest; a failed body has nothing to cancel.
        reader.cancel().catch(() => {})
      }
    },
  }
}

async function readNext(reader: ReadableStreamDefaultReader<Uint8Array>, wait: Wait) {
  wait.sinceMs = performance.now()
  const { value } = await reader.read()
  wait.waitedMs += performance.now() - wait.sinceMs
  wait.sinceMs = Infinity
  return value
}

/** Cuts bodies that arrive too slowly. */
function createSlowBodyTimer({ graceMs, bytesPerSecond }: BodyPace) {
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

  return {
    watch(bytes: number, cut: () => void): Wait {
      const wait = { waitedMs: 0, sinceMs: performance.now(), bytes, cut }
      watched.add(wait)
      timer ??= setInterval(cutSlow, Math.min(1000, graceMs)).unref()
      return wait
    },
    forget: (wait: Wait) => void watched.delete(wait),
  }
}
