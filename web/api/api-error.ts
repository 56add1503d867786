import { isObject, type JsonObject, objectOf } from '../../src/kernel/untyped-json.contract'

interface ErrorBody {
  error: string
  message?: string
  fields?: Record<string, string>
}

/** `status` 0: no answer; `code` is `ERR_NETWORK`, or `ERR_ABORTED` if aborted here. */
export class ApiError extends Error {
  readonly fields: Record<string, string>
  /** The answer; empty unless it was JSON. */
  readonly body: JsonObject

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    fields?: Record<string, string>,
    body?: unknown,
  ) {
    super(message)
    this.name = 'ApiError'
    this.fields = fields ?? {}
    this.body = objectOf(body)
  }

  /** The same form as the body of a refusal, so that both are displayed by one function. */
  get error() {
    return this.code
  }
}

/** Reads a refusal; an answer that is not the product's, such as a proxy's page, keeps its status. */
export async function toApiError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined)
  return apiErrorFrom(response.status, body)
}

function apiErrorFrom(status: number, body: unknown): ApiError {
  if (!isErrorBody(body)) return new ApiError(status, `ERR_HTTP_${status}`, `HTTP ${status}`, undefined, body)
  return new ApiError(status, body.error, body.message ?? body.error, body.fields, body)
}

export function networkError(cause: unknown): ApiError {
  const aborted = cause instanceof DOMException && cause.name === 'AbortError'
  return new ApiError(0, aborted ? 'ERR_ABORTED' : 'ERR_NETWORK', aborted ? 'Aborted' : 'No answer from the server')
}

function isErrorBody(body: unknown): body is ErrorBody {
  return isObject(body) && typeof body['error'] === 'string'
}
