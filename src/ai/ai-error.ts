/**
 * keyRefused: 401, 403 or a missing key. busy: too many requests of the company wait on this side. requestRefused: another
 * 4xx. unavailable: 5xx or no connection. tokenLimitTooLow: the model used its tokens before it wrote a text. invalidAnswer:
 * not the protocol's form. limitReached: the company's own limit.
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

  get providerMessage() {
    return this.status === undefined ? '' : this.message
  }
}
