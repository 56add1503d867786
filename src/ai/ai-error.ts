/**
 * keyRefused: 401, 403 or a missing key. quotaExceeded: no credit left. rateLimited: too many requests. modelNotFound: an
 * unknown model or address. busy: too many requests of the company wait on this side. requestRefused: another 4xx. unavailable: 5xx or no connection. timeout: no answer in time.
 * emptyAnswer: an answer without text. tokenLimitTooLow: the model used its tokens before it wrote a text. invalidAnswer:
 * another form than the protocol's. addressRefused: not a public address. limitReached: the company's daily limit of tokens.
 * audioRefused: an audio that is too long or in an unknown format.
 */
export type AiErrorCode =
  | 'keyRefused'
  | 'quotaExceeded'
  | 'rateLimited'
  | 'modelNotFound'
  | 'requestRefused'
  | 'unavailable'
  | 'timeout'
  | 'busy'
  | 'emptyAnswer'
  | 'tokenLimitTooLow'
  | 'invalidAnswer'
  | 'addressRefused'
  | 'limitReached'
  | 'audioRefused'

const temporary: readonly AiErrorCode[] = ['rateLimited', 'unavailable', 'timeout', 'busy']

export class AiError extends Error {
  /** Whether the same request may succeed later. */
  readonly isTemporary: boolean
  readonly status?: number

  constructor(
    readonly code: AiErrorCode,
    message: string,
    { status, isTemporary, cause }: { status?: number; isTemporary?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.name = 'AiError'
    this.status = status
    this.isTemporary = isTemporary ?? temporary.includes(code)
  }

  /** The provider's own message; empty if the code says enough. */
  get providerMessage() {
    return this.status === undefined ? '' : this.message
  }
}
