import { OutgoingError } from './outgoing-error'

/**
 * Returns the delay in milliseconds that a service asks for with `Retry-After`, in seconds or as a date; undefined without
 * one. The error of the call may be the cause of the given one.
 */
export function retryAfterMs(error: unknown, now: Date): number | undefined {
  if (!(error instanceof Error)) return undefined
  if (!(error instanceof OutgoingError)) return retryAfterMs(error.cause, now)
  const given = error.response?.headers.get('retry-after')?.trim() ?? ''
  const ms = /^\d+$/.test(given) ? Number(given) * 1000 : Date.parse(given) - now.getTime()
  return Number.isFinite(ms) && ms > 0 ? ms : undefined
}
