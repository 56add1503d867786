import { Elysia } from 'elysia'
import { plainQuery } from './plain-query'
import { requestBodies, type RequestBodiesOptions } from '../body/request-body'
import { type ErrorCode, errorStatus } from '../../errors'
import { isHost } from './host-header'

/** Maximum length of path and query. The longest that the interface sends, filters of a list, are half as long. */
const addressLengthMax = 8192

/** Maximum number of query parameters. Filters may repeat theirs; parsing each one is expensive. */
const parametersMax = 256

/** Refuses malformed and overlong requests before any other code sees them. */
const wellFormedRequests = new Elysia({ name: 'well-formed-requests' }).wrap((handle, request) => {
  const error = errorOf(request)
  return error ? () => Response.json({ error, message: error }, { status: errorStatus[error] }) : handle
})

/** Runs before every route: refuses malformed requests, reads query and body within limits. */
export function createHttpEdge(options: RequestBodiesOptions) {
  // Typed as a plain Elysia, since the routes' types are already deep.
  const edge: Elysia = new Elysia({ name: 'http-edge' })
    .use(wellFormedRequests)
    .use(requestBodies(options))
    .use(plainQuery)
  return edge
}

/**
 * Returns what is wrong with a request's URL, which all later code parses. Bun passes a URL without a host when the Host header
 * is invalid, and only the authority for CONNECT.
 */
function errorOf({ url, headers }: Request): ErrorCode | undefined {
  if (url.length > addressLengthMax) return 'ERR_URI_TOO_LONG'
  if (!url.startsWith('http') || countParameters(url) > parametersMax) return 'ERR_INVALID_INPUT'
  const host = headers.get('host')
  // Requests made inside the process have no Host header.
  if (host === null || (isHost(host) && URL.canParse(url))) return undefined
  return 'ERR_INVALID_INPUT'
}

function countParameters(url: string) {
  let count = 1
  for (let at = url.indexOf('&'); at !== -1; at = url.indexOf('&', at + 1)) count++
  return count
}
