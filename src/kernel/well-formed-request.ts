import { Elysia } from 'elysia'
import { type ErrorCode, errorStatus } from './errors'
import { isHost } from './host-header'

/** Of an address with its query; the longest of ours, a list's filters, have half of it. */
const addressLengthMax = 8192
/** Parameters of a query; a list's filters may repeat theirs. Each costs more to read than its few bytes let expect. */
const parametersMax = 256

/**
 * What is wrong with a request's address, which everything after this parses. Bun hands over a URL without a host when
 * the Host header cannot be part of one, and the authority alone for CONNECT.
 */
function faultOf({ url, headers }: Request): ErrorCode | undefined {
  if (url.length > addressLengthMax) return 'ERR_URI_TOO_LONG'
  if (!url.startsWith('http') || countParameters(url) > parametersMax) return 'ERR_INVALID_INPUT'
  const host = headers.get('host')
  // Requests made inside the process have none.
  if (host === null || (isHost(host) && URL.canParse(url))) return undefined
  return 'ERR_INVALID_INPUT'
}

function countParameters(url: string) {
  let count = 1
  for (let at = url.indexOf('&'); at !== -1; at = url.indexOf('&', at + 1)) count++
  return count
}

/** Answers what is no HTTP request, or too long, before any other code sees it. */
export const wellFormedRequests = new Elysia({ name: 'well-formed-requests' }).wrap((handle, request) => {
  const error = faultOf(request)
  return error ? () => Response.json({ error, message: error }, { status: errorStatus[error] }) : handle
})
