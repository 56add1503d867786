import type { CompanyContext } from '../../kernel/company/company-context'
import type { OutgoingRequest } from '../../kernel/outgoing/guarded-fetch'
import { OutgoingError, type OutgoingResponse } from '../../kernel/outgoing/outgoing-error'
import { AiError } from '../ai-error'
import { isObject, objectOf, textOf } from '../../kernel/untyped-json.contract'

export interface AiEndpoint {
  /** Including the version, such as `https://api.openai.com/v1`; with or without a slash at the end. */
  baseUrl: string
  apiKey: string
}

const messageMax = 300

/** Follows no redirects, which could take the key elsewhere. @throws AiError; the signal's reason */
export async function callAiService(
  { company }: CompanyContext,
  address: string,
  key: string,
  request: OutgoingRequest,
): Promise<OutgoingResponse> {
  try {
    return await company.services.outgoing.of(company.id, 'ai')(address, { ...request, redirectsMax: 0 })
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    throw aiErrorOf(error, key)
  }
}

export const addressOf = ({ baseUrl }: AiEndpoint, path: string) => `${baseUrl.replace(/\/+$/, '')}${path}`

function aiErrorOf(error: OutgoingError, key: string): AiError {
  const { response } = error
  if (response && error.reason === 'status') return statusError(response, key, error)
  const code = (
    {
      timeout: 'timeout',
      busy: 'busy',
      network: 'unavailable',
      refusedAddress: 'addressRefused',
      refusedHeader: 'keyRefused',
      tooLarge: 'invalidAnswer',
      status: 'unavailable',
    } as const
  )[error.reason]
  return new AiError(code, withoutKey(error.message, key), { cause: error })
}

function statusError({ status, text }: OutgoingResponse, key: string, cause: unknown): AiError {
  const problem = readProblem(text())
  const message = withoutKey(problem.message, key).slice(0, messageMax) || `HTTP ${status}`
  return new AiError(codeOf(status, problem), message, { status, cause })
}

/** Returns the error in an answer of 200, as of gateways whose provider failed after they had begun to answer. */
export function errorInAnswer(text: string, key: string): AiError | undefined {
  const { message, status } = readProblem(text)
  if (status === undefined) return undefined
  const shown = withoutKey(message, key).slice(0, messageMax) || `Error ${status}`
  return new AiError(codeOf(status, { message, code: '' }), shown, { status })
}

interface Problem {
  status?: number
  message: string
  code: string
}

/** `{"error": {message, code, type}}`, Google's list of one, plain text, Azure's empty body. */
function readProblem(text: string): Problem {
  try {
    const parsed: unknown = JSON.parse(text)
    const root: unknown = Array.isArray(parsed) ? parsed[0] : parsed
    const error = isObject(root) ? (root['error'] ?? root) : root
    if (typeof error === 'string') return { message: error, code: '' }
    const { message, code, type } = objectOf(error)
    const status = typeof code === 'number' ? code : undefined
    return { message: textOf(message), code: `${textOf(code)} ${textOf(type)}`, status }
  } catch {
    return { message: /^\s*</.test(text) ? '' : text, code: '' }
  }
}

function codeOf(status: number, { message, code }: Problem) {
  if (status === 402 || code.includes('insufficient_quota')) return 'quotaExceeded'
  if (status === 401 || status === 403) return 'keyRefused'
  // Google answers a wrong key with 400.
  if (status === 400 && /api[ _-]?key/i.test(message)) return 'keyRefused'
  if (status === 429) return 'rateLimited'
  if (status === 404) return 'modelNotFound'
  if (status === 408 || status === 409 || status === 425 || status >= 500) return 'unavailable'
  return 'requestRefused'
}

/** Providers repeat parts of a wrong key. */
function withoutKey(text: string, key: string) {
  const whole = key === '' ? text : text.replaceAll(key, '…')
  return whole.replace(/\b(sk|gsk|AIza|key)[-_][\w*-]{4,200}/g, '…')
}
