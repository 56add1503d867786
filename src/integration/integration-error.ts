import { OutgoingError } from '../kernel/outgoing/outgoing-error'
import { objectOf } from '../kernel/untyped-json.contract'

/**
 * busy: too many calls of the company wait. addressMissing: sealed by another host. badAnswer: not the protocol's form.
 * keyRefused: a wrong or missing service account. notAllowed: by the plan. unknownId: the bot named a queue, user or tag that
 * the company does not have. mediaFailed: a file of the bot could not be fetched.
 */
type IntegrationErrorCode =
  | 'notReached'
  | 'timeout'
  | 'busy'
  | 'refused'
  | 'addressRefused'
  | 'addressMissing'
  | 'badAnswer'
  | 'tooLarge'
  | 'keyRefused'
  | 'deleted'
  | 'notAllowed'
  | 'unknownId'
  | 'mediaFailed'

const temporary: readonly IntegrationErrorCode[] = ['notReached', 'timeout', 'busy']

export class IntegrationError extends Error {
  readonly isTemporary: boolean
  readonly status?: number

  constructor(
    readonly code: IntegrationErrorCode,
    message = '',
    { status, cause }: { status?: number; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.name = 'IntegrationError'
    this.status = status
    this.isTemporary = temporary.includes(code) || (status !== undefined && (status === 429 || status >= 500))
  }
}

const codes = {
  refusedAddress: 'addressRefused',
  refusedHeader: 'addressRefused',
  timeout: 'timeout',
  busy: 'busy',
  tooLarge: 'tooLarge',
  network: 'notReached',
  status: 'refused',
} as const

const messageMax = 300

/** Throws any other error again. */
export function integrationErrorOf(error: unknown): IntegrationError {
  if (error instanceof IntegrationError) return error
  if (!(error instanceof OutgoingError)) throw error
  const { response, reason, message } = error
  const detail = response ? errorDetail(response.text()) : ''
  const shown = (response ? `HTTP ${response.status} ${detail}` : message).trim().slice(0, messageMax)
  return new IntegrationError(codes[reason], shown, { status: response?.status, cause: error })
}

/** Returns the reason from the error body of Google, Typebot or n8n; empty for an HTML page. */
function errorDetail(text: string): string {
  try {
    const { error, message, error_description } = objectOf(JSON.parse(text))
    const nested = objectOf(error)['message']
    return [nested, message, error_description, error].find((part) => typeof part === 'string') ?? ''
  } catch {
    return ''
  }
}
