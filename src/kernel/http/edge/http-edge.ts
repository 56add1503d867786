import { Elysia } from 'elysia'
import { requestBodies, type RequestBodiesOptions } from '../body/request-body'
import { type ErrorCode, errorStatus } from '../../errors'
import { isHost } from './forwarded-headers'

const addressLengthMax = 8192

const parametersMax = 256

const wellFormedRequests = new Elysia({ name: 'well-formed-requests' }).wrap((handle, request) => {
  const error = errorOf(request)
  return error ? () => Response.json({ error, message: error }, { status: errorStatus[error] }) : handle
})

export function createHttpEdge(options: RequestBodiesOptions) {
  // The routes' types are deep already.
  const edge: Elysia = new Elysia({ name: 'http-edge' })
    .use(wellFormedRequests)
    .use(requestBodies(options))
    .use(plainQuery)
  return edge
}

/** Bun passes a URL without a host for an invalid Host header, and only the authority for CONNECT. */
function errorOf({ url, headers }: Request): ErrorCode | undefined {
  if (url.length > addressLengthMax) return 'ERR_URI_TOO_LONG'
  if (!url.startsWith('http') || countParameters(url) > parametersMax) return 'ERR_INVALID_INPUT'
  const host = headers.get('host')
  if (host === null || (isHost(host) && URL.canParse(url))) return undefined
  return 'ERR_INVALID_INPUT'
}

function countParameters(url: string) {
  let count = 1
  for (let at = url.indexOf('&'); at !== -1; at = url.indexOf('&', at + 1)) count++
  return count
}

/** Elysia would parse what looks like JSON and split at commas, and refuse a search for `[1]` or "Silva, João". */
const plainQuery = new Elysia({ name: 'plain-query' }).onTransform({ as: 'global' }, (context) => {
  const { url } = context.request
  const at = url.indexOf('?')
  if (at !== -1) context.query = readQuery(url.slice(at + 1)) as typeof context.query
})

export function readQuery(text: string): Record<string, string | string[]> {
  const read: Record<string, string | string[]> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const before = read[name]
    if (before === undefined) read[name] = value
    else if (typeof before === 'string') read[name] = [before, value]
    else before.push(value)
  }
  return read
}
