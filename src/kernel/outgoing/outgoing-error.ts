import type { OutgoingResponse } from './outgoing-response'

/** refusedAddress: not public http(s). busy: not begun. tooLarge: request or response. status: not 2xx. */
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
