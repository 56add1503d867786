import type { OutgoingResponse } from './outgoing-response'

/**
 * refusedAddress: not a public http(s) address. refusedHeader: a header that may not be set or is malformed. timeout: not
 * finished in time. busy: not begun, because too many calls of the company run or wait. tooLarge: the request; or the
 * response, whose status is in `response`. network: no response, or a malformed one. status: a response other than 2xx,
 * which is in `response`.
 */
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
