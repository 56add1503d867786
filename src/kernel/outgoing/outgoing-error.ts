/** refusedAddress: not public http(s). busy: not begun. tooLarge: request or response. network: no or bad response. status: not 2xx. */
type OutgoingErrorReason = 'refusedAddress' | 'refusedHeader' | 'timeout' | 'busy' | 'tooLarge' | 'network' | 'status'

export class OutgoingError extends Error {
  readonly response?: OutgoingResponse

  constructor(
    readonly reason: OutgoingErrorReason,
    message: string,
    { response, cause }: { response?: OutgoingResponse; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.name = 'OutgoingError'
    this.response = response
  }
}

export interface OutgoingResponse {
  status: number
  headers: Headers
  url: string
  body: Uint8Array
  text(): string
}

/** In milliseconds; undefined without the header. */
export function retryAfterMs(error: unknown, now: Date): number | undefined {
  if (!(error instanceof Error)) return undefined
  if (!(error instanceof OutgoingError)) return retryAfterMs(error.cause, now)
  const given = error.response?.headers.get('retry-after')?.trim() ?? ''
  const ms = /^\d+$/.test(given) ? Number(given) * 1000 : Date.parse(given) - now.getTime()
  return Number.isFinite(ms) && ms > 0 ? ms : undefined
}
