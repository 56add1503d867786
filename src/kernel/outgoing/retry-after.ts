import { OutgoingError } from './outgoing-error'

/** In milliseconds; undefined without the header. */
export function retryAfterMs(error: unknown, now: Date): number | undefined {
  if (!(error instanceof Error)) return undefined
  if (!(error instanceof OutgoingError)) return retryAfterMs(error.cause, now)
  const given = error.response?.headers.get('retry-after')?.trim() ?? ''
  const ms = /^\d+$/.test(given) ? Number(given) * 1000 : Date.parse(given) - now.getTime()
  return Number.isFinite(ms) && ms > 0 ? ms : undefined
}
