import { refuse, Refusal } from '../../errors'
import { nextTurn } from '../../company/batches'

export interface BodyPace {
  graceMs: number
  bytesPerSecond: number
}

/** A phone with poor reception is four times as fast. */
const defaultPace: BodyPace = { graceMs: 10_000, bytesPerSecond: 2048 }

interface Wait {
  waitedMs: number
  sinceMs: number
  bytes: number
  cut(): void
}

/** Seconds without traffic until Bun closes a connection, 0 for never. */
export type SetIdleTimeout = (request: Request, seconds: number) => void
export const idleTimeoutSeconds = 30

const turnMs = 5

/** Refuses slow bodies. Bun's idle timeout, which would drop uploads below 16 kB/s without an answer, is suspended meanwhile. */
export function createBodyPace(pace: BodyPace = defaultPace, setIdleTimeout: SetIdleTimeout = () => {}) {
  const slowBodies = createSlowBodyTimer(pace)

  return {
    /** @throws Refusal ERR_REQUEST_TIMEOUT */
    async whole<T>(arrival: Promise<T>, bytes: number): Promise<T> {
      const late = Promise.withResolvers<never>()
      const wait = slowBodies.watch(bytes, () => late.reject(new Refusal('ERR_REQUEST_TIMEOUT')))
      try {
        return await Promise.race([arrival, late.promise])
      } finally {
        slowBodies.forget(wait)
      }
    },
    async *parts(request: Request, bytesMax: number): AsyncGenerator<Uint8Array> {
      if (!request.body) return
      const reader = request.body.getReader()
      let isLate = false
      const wait = slowBodies.watch(0, () => {
        isLate = true
        // A failed body has nothing to cancel.
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
