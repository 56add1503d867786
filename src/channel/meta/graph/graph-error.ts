import { OutgoingError, type OutgoingResponse } from '../../../kernel/outgoing/outgoing-error'
import { minuteMs } from '../../../kernel/time/durations.contract'
import { objectOf, objectsIn } from '../../../kernel/untyped-json.contract'

const messageMax = 400
/** Calls are counted by the hour or by the day. */
const regainMinutesMax = 24 * 60

export class GraphError extends Error {
  /** After too many calls, how long Meta takes no more of them, if it says so. */
  readonly regainMs: number | undefined

  constructor(
    /** 0 without an answer. */
    readonly status: number,
    /** Meta's, such as 190 for an invalid token; 0 without one. */
    readonly code: number,
    readonly subcode: number,
    message: string,
    readonly details: string,
    options?: ErrorOptions & { regainMs?: number | undefined },
  ) {
    super(message, options)
    this.name = 'GraphError'
    this.regainMs = options?.regainMs
  }

  get sentence() {
    return this.details || this.message
  }

  /** Meta has no code for it. */
  get isWrongProof() {
    return this.code === 100 && this.message.includes('appsecret_proof')
  }

  get isNoAnswer() {
    return this.status === 0 || this.status >= 500 || this.status === 429
  }

  /** Certainly not executed. */
  get isUnsent() {
    // 1 is Meta's "unknown error"; without a code it may be a gateway's.
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
    // Meta begins with the code, which is in the error already.
    message.replace(/^\(#\d+\) /, ''),
    details,
    { cause: error, regainMs: regainMsOf(response) },
  )
}

/** "Rate Limits", developers.facebook.com/docs/graph-api/overview/rate-limiting: minutes, for each account that the calls count for. */
function regainMsOf({ headers }: OutgoingResponse): number | undefined {
  const usage = Object.values(objectOf(parsed(headers.get('x-business-use-case-usage') ?? '')))
  const minutes = usage.flatMap(objectsIn).map((one) => numberOf(one['estimated_time_to_regain_access']))
  const longest = Math.min(Math.max(0, ...minutes), regainMinutesMax)
  return longest > 0 ? longest * minuteMs : undefined
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : 0)

const readProblem = (response: OutgoingResponse): Problem =>
  (parsed(response.text()) as { error?: Problem } | null | undefined)?.error ?? {}
