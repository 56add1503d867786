import { networkError, toApiError } from './api-error'
import type { GenericSchema, InferInput } from 'valibot'
import type { Calls } from '../../src/domains'

/** `undefined` and `null` are omitted; a list is sent as JSON, as the calls expect. */
type Query = Record<string, QueryValue>

export interface ApiCall {
  method: string
  path: string
  body?: BodyInit
  contentType?: string
  signal?: AbortSignal
  onProgress?: (fraction: number) => void
}

/** Sends a call: `fetch` with the bearer token in the browser, the app in-process on the server. */
export type Transport = (call: ApiCall) => Promise<Response>

/** The same in the browser and on the server. @throws ApiError for every refusal, and without an answer */
export interface ApiClient {
  get<Path extends JsonPath<'GET'>>(path: Path, ...given: GivenOf<'GET', Path>): Promise<Answer<'GET', Path>>
  post<Path extends JsonPath<'POST'>>(path: Path, ...given: GivenOf<'POST', Path>): Promise<Answer<'POST', Path>>
  put<Path extends JsonPath<'PUT'>>(path: Path, ...given: GivenOf<'PUT', Path>): Promise<Answer<'PUT', Path>>
  delete<Path extends JsonPath<'DELETE'>>(
    path: Path,
    ...given: GivenOf<'DELETE', Path>
  ): Promise<Answer<'DELETE', Path>>
  upload<Path extends JsonPath<'POST'>>(path: Path, given: GivenForm<'POST', Path>): Promise<Answer<'POST', Path>>
  file<Path extends FilePath>(path: Path, ...given: GivenOf<'GET', Path>): Promise<Blob>
}

export function createApiClient(transport: Transport, beforeError?: () => Promise<void>): ApiClient {
  async function answer(call: ApiCall): Promise<Response> {
    const response = await transport(call).catch(networkError)
    if (response instanceof Response && response.ok) return response
    const error = response instanceof Response ? await toApiError(response) : response
    if (error.code !== 'ERR_ABORTED') await beforeError?.()
    throw error
  }
  async function json<T>(call: ApiCall): Promise<T> {
    const text = await (await answer(call)).text()
    return (text === '' ? undefined : JSON.parse(text)) as T
  }

  const call =
    (method: string) =>
    (path: string, given: AnyGiven = {}) =>
      json<never>({ ...callOf(method, path, given), ...jsonBody(given.body) })
  return {
    get: call('GET'),
    post: call('POST'),
    put: call('PUT'),
    delete: call('DELETE'),
    upload: (path, given) => {
      const { form, onProgress, ...rest } = given as AnyGiven
      return json<never>({ ...callOf('POST', path, rest), body: form, onProgress })
    },
    file: async (path, given: AnyGiven = {}) => (await answer(callOf('GET', path, given))).blob(),
  }
}

interface AnyGiven {
  signal?: AbortSignal
  params?: Record<string, string | number>
  query?: Query
  body?: unknown
  form?: FormData
  onProgress?: (fraction: number) => void
}

function callOf(method: string, path: string, { params = {}, query, signal }: AnyGiven): ApiCall {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  return { method, path: withQuery(filled, query), signal }
}

function withQuery(path: string, query: Query | undefined): string {
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

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Name<M extends Method, Path extends string> = `${M} ${Path}`

type PathOf<M extends Method> = keyof Calls extends infer Key ? (Key extends Name<M, infer Path> ? Path : never) : never

type CallOf<M extends Method, Path extends string> =
  Name<M, Path> extends infer Key extends keyof Calls ? Calls[Key] : never

export type JsonPath<M extends Method> = {
  [Path in PathOf<M>]: CallOf<M, Path> extends { answer: GenericSchema } ? Path : never
}[PathOf<M>]
type FilePath = {
  [Path in PathOf<'GET'>]: CallOf<'GET', Path> extends { answer: GenericSchema } ? never : Path
}[PathOf<'GET'>]

export type Answer<M extends Method, Path extends string> =
  CallOf<M, Path> extends { answer: GenericSchema<unknown, infer Output> } ? Output : never

export type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[]

type ParamNames<Path extends string> = Path extends `${string}:${infer Param}/${infer Rest}`
  ? Param | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Param}`
    ? Param
    : never

type Part<Key extends string, Value> = [Value] extends [undefined]
  ? { [Absent in Key]?: undefined }
  : {} extends Value
    ? { [Present in Key]?: Value }
    : { [Present in Key]: Value }

type Params<Path extends string> = [ParamNames<Path>] extends [never]
  ? undefined
  : Record<ParamNames<Path>, string | number>

type QueryOf<Of> = Of extends { query: infer Schema extends GenericSchema }
  ? { [Key in keyof InferInput<Schema>]: QueryValue }
  : undefined

type Body<Of> = Of extends { body: infer Schema extends GenericSchema } ? InferInput<Schema> : undefined

type Given<M extends Method, Path extends string> = Part<'params', Params<Path>> &
  Part<'query', QueryOf<CallOf<M, Path>>> &
  Part<'body', Body<CallOf<M, Path>>> & { signal?: AbortSignal }

type GivenOf<M extends Method, Path extends string> =
  {} extends Given<M, Path> ? [given?: Given<M, Path>] : [given: Given<M, Path>]

type GivenForm<M extends Method, Path extends string> = Omit<Given<M, Path>, 'body'> & {
  form: FormData
  /** 0 to 1, of the bytes sent. */
  onProgress?: (fraction: number) => void
}
