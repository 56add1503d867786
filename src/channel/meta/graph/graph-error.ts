import { OutgoingError } from '../../../kernel/outgoing/outgoing-error'
import type { OutgoingResponse } from '../../../kernel/outgoing/outgoing-response'

const messageMax = 400

/** An error of Meta's Graph API. */
export class GraphError extends Error {
  constructor(
    /** 0 without an answer. */
    readonly status: number,
    /** Meta's code, such as 190 for an invalid token; 0 without one. */
    readonly code: number,
    readonly subcode: number,
    /** Meta's sentence, or the reason why there is no answer. */
    message: string,
    /** Meta's explanation; may be empty. */
    readonly details: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.name = 'GraphError'
  }

  /** Meta's explanation, or its sentence without one. */
  get sentence() {
    return this.details || this.message
  }

  /** Whether the app secret is not that of the token's app. Meta has no code of its own for it. */
  get isWrongProof() {
    return this.code === 100 && this.message.includes('appsecret_proof')
  }

  /** Whether Meta could not answer now. */
  get isNoAnswer() {
    return this.status === 0 || this.status >= 500 || this.status === 429
  }

  /** Whether Meta certainly did not execute the request. */
  get isUnsent() {
    // 1 is Meta's "unknown error", and an answer without a code may be a gateway's.
    if (this.status > 0) return (this.status < 500 && this.status !== 408) || this.code > 1
    return this.cause instanceof OutgoingError && neverSent(this.cause)
  }

  get isBusy() {
    return this.cause instanceof OutgoingError && this.cause.reason === 'busy'
  }
}

const noConnection = ['ECONNREFUSED', 'ConnectionRefused', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']

function neverSent({ reason, message, response }: OutgoingError) {
  if (reason === 'busy' || reason === 'refusedAddress' || reason === 'refusedHeader') return true
  return reason === 'tooLarge' ? response === undefined : reason === 'network' && noConnection.includes(message)
}

interface Problem {
  message?: unknown
  code?: unknown
  error_subcode?: unknown
  error_user_msg?: unknown
  error_data?: { details?: unknown } | string
}

/** Converts a failed call. Nothing of the token is in the message. */
export function graphErrorOf(error: OutgoingError, token: string): GraphError {
  const clean = (value: unknown) =>
    (typeof value === 'string' ? value : '').replaceAll(token || '\0', '…').slice(0, messageMax)
  const { response } = error
  if (!response) return new GraphError(0, 0, 0, clean(error.message), '', { cause: error })
  const problem = readProblem(response)
  const data = problem.error_data
  const details = clean(typeof data === 'object' ? data?.details : data) || clean(problem.error_user_msg)
  const message = clean(problem.message) || `HTTP ${response.status}`
  return new GraphError(
    response.status,
    numberOf(problem.code),
    numberOf(problem.error_subcode),
    // Meta begins its sentence with the code, which is in the error already.
    message.replace(/^\(#\d+\) /, ''),
    details,
    { cause: error },
  )
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : 0)

function readProblem(response: OutgoingResponse): Problem {
  try {
    return (JSON.parse(response.text()) as { error?: Problem } | null)?.error ?? {}
  } catch {
    return {}
  }
}
