import { Elysia } from 'elysia'
import { isHost } from './host-header'

/**
 * Whether the request has an address that everything after this can parse. Bun hands over a URL without a host when the
 * Host header cannot be part of one, and the authority alone for CONNECT.
 */
function isWellFormed({ url, headers }: Request) {
  if (!url.startsWith('http')) return false
  const host = headers.get('host')
  // Requests made inside the process have none.
  return host === null || (isHost(host) && URL.canParse(url))
}

const refuseMalformed = () =>
  Response.json({ error: 'ERR_INVALID_INPUT', message: 'ERR_INVALID_INPUT' }, { status: 400 })

/** Answers 400 to what is no HTTP request, before any other code sees it. */
export const wellFormedRequests = new Elysia({ name: 'well-formed-requests' }).wrap((handle, request) =>
  isWellFormed(request) ? handle : refuseMalformed,
)
