import { networkError, toApiError } from './api-error'

export type QueryValue = string | number | boolean | null | undefined
/** `undefined` and `null` are left out; a list is sent as JSON, the way the calls of the product expect it. */
export type Query = Record<string, QueryValue | readonly (string | number)[]>

export interface CallOptions {
  signal?: AbortSignal
}

export interface UploadOptions extends CallOptions {
  method?: 'POST' | 'PUT'
  /** 0 to 1, of what was sent. */
  onProgress?: (fraction: number) => void
}

export interface ApiCall {
  method: string
  path: string
  body?: BodyInit
  contentType?: string
  signal?: AbortSignal
  onProgress?: (fraction: number) => void
}

/** How a call reaches the server: `fetch` with the bearer token in the browser, the app in-process on the server. */
export type Transport = (call: ApiCall) => Promise<Response>

/** The one way to the JSON calls, the same on both sides. Every refusal is thrown as an `ApiError`. */
export interface ApiClient {
  get<T>(path: string, query?: Query, options?: CallOptions): Promise<T>
  post<T>(path: string, body?: unknown, options?: CallOptions): Promise<T>
  put<T>(path: string, body?: unknown, options?: CallOptions): Promise<T>
  delete<T>(path: string, query?: Query, options?: CallOptions): Promise<T>
  upload<T>(path: string, form: FormData, options?: UploadOptions): Promise<T>
  /** A picture, an audio, a spreadsheet. */
  blob(path: string, query?: Query, options?: CallOptions): Promise<Blob>
}

export function createApiClient(transport: Transport): ApiClient {
  async function answer(call: ApiCall): Promise<Response> {
    const response = await transport(call).catch((cause: unknown) => {
      throw networkError(cause)
    })
    if (!response.ok) throw await toApiError(response)
    return response
  }
  async function json<T>(call: ApiCall): Promise<T> {
    const text = await (await answer(call)).text()
    return (text === '' ? undefined : JSON.parse(text)) as T
  }
  const write = <T>(method: string, path: string, body: unknown, options?: CallOptions) =>
    json<T>({ method, path, ...jsonBody(body), signal: options?.signal })

  return {
    get: (path, query, options) => json({ method: 'GET', path: withQuery(path, query), signal: options?.signal }),
    post: (path, body, options) => write('POST', path, body, options),
    put: (path, body, options) => write('PUT', path, body, options),
    delete: (path, query, options) => json({ method: 'DELETE', path: withQuery(path, query), signal: options?.signal }),
    upload: (path, form, options) =>
      json({
        method: options?.method ?? 'POST',
        path,
        body: form,
        signal: options?.signal,
        onProgress: options?.onProgress,
      }),
    blob: async (path, query, options) =>
      (await answer({ method: 'GET', path: withQuery(path, query), signal: options?.signal })).blob(),
  }
}

export function withQuery(path: string, query: Query | undefined): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null) continue
    params.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  const text = params.toString()
  if (text === '') return path
  return path.includes('?') ? `${path}&${text}` : `${path}?${text}`
}

function jsonBody(body: unknown): Pick<ApiCall, 'body' | 'contentType'> {
  return body === undefined ? {} : { body: JSON.stringify(body), contentType: 'application/json' }
}
