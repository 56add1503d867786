import { isIP } from 'node:net'
import { type CallOwner, createCallSlots, type OutgoingKind, type SlotLimits } from './call-slots'
import { createOutgoingAllow, type OutgoingAllowList } from './outgoing-allow'
import { OutgoingError, type OutgoingResponse } from './outgoing-error'
import { type OutgoingTarget, parseTarget, type Resolve, resolveTarget, systemResolve } from './outgoing-target'
import { acceptedEncodings, passOn, readResponse } from './read-response'
import { errorCode } from '../errors'

const headersMax = 100
const namePattern = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/
/** Latin-1 without control characters, which could begin another header. */
const valuePattern = /^[\t\x20-\x7e\x80-\xff]{0,8192}$/
const reserved = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
/** After a redirect to another origin; any other may contain a credential. */
const harmless = ['accept', 'accept-language', 'content-type', 'user-agent']

/** @throws OutgoingError refusedHeader */
function createOutgoingHeaders(given: Readonly<Record<string, string>>) {
  const headers = new Headers({ 'user-agent': 'Recado' })
  const entries = Object.entries(given)
  if (entries.length > headersMax) throw new OutgoingError('refusedHeader', `More than ${headersMax} headers`)
  for (const [name, value] of entries) {
    const isReserved = reserved.has(name.toLowerCase()) || name.toLowerCase().startsWith('proxy-')
    if (!namePattern.test(name) || isReserved || !valuePattern.test(value)) {
      throw new OutgoingError('refusedHeader', `The header ${JSON.stringify(name.slice(0, 100))} cannot be sent`)
    }
    headers.set(name, value)
  }
  return headers
}

function withoutCredentials(headers: Headers) {
  return new Headers([...headers].filter(([name]) => harmless.includes(name)))
}

export interface OutgoingRequest {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Readonly<Record<string, string>>
  body?: OutgoingBody
  /** Takes a 2xx body as it arrives; the response's is then empty. */
  into?: WritePiece
  timeoutMs?: number
  signal?: AbortSignal
  requestBytesMax?: number
  responseBytesMax?: number
  redirectsMax?: number
  /** Presented to this origin only, never after a redirect to another. */
  clientCertificate?: ClientCertificate
}

type OutgoingBody = string | Uint8Array<ArrayBuffer> | OutgoingStream

export interface OutgoingStream {
  size: number
  open(): AsyncIterable<Uint8Array>
}

export type WritePiece = (piece: Uint8Array) => Promise<void>

interface ClientCertificate {
  certificate: string
  key: string
}

/** For URLs entered by users. @throws OutgoingError; the reason of `signal` */
export type GuardedFetch = (address: string, request?: OutgoingRequest) => Promise<OutgoingResponse>

export interface OutgoingCalls {
  of(company: CallOwner['company'], kind: OutgoingKind): GuardedFetch
  /** For a form. A host that cannot be resolved passes; each call checks again. */
  mayCall(address: string): Promise<boolean>
}

export interface OutgoingCallsOptions {
  allow: OutgoingAllowList
  resolve?: Resolve
  slots?: SlotLimits
  ca?: string
  /** Undefined where a call of the company may leave at once; what it follows from may not be safe yet. */
  durable?(company: CallOwner['company']): Promise<void> | undefined
}

type Limits = typeof defaults

interface Hop {
  url: URL
  method: string
  headers: Headers
  body?: OutgoingBody
  into?: WritePiece
  clientCertificate?: ClientCertificate
}

const defaults = {
  timeoutMs: 15_000,
  requestBytesMax: 8 * 1024 * 1024,
  responseBytesMax: 1024 * 1024,
  redirectsMax: 3,
}
/** 204 calls altogether, four fifths of what Bun runs concurrently. A company's alone are at most 44 of a kind. */
const slotsDefault: SlotLimits = { perKind: 12, shared: 120, waitingMax: 200 }
const checkTimeoutMs = 3_000
const redirectStatuses = [301, 302, 303, 307, 308]
/** Nothing was sent yet, so another address of the host may be tried. */
const unreachable = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'ETIMEDOUT']

/**
 * The only way to call a URL entered by a user. It reaches the public internet and what `allow` lists, never this machine, its
 * network or its cloud's metadata service. Proxies of the environment are ignored, because they would resolve the name again.
 */
export function createOutgoingCalls(options: OutgoingCallsOptions): OutgoingCalls {
  const { allow, resolve = systemResolve, slots: limits = slotsDefault, ca } = options
  const slots = createCallSlots(limits)
  const allowed = createOutgoingAllow(allow)

  async function follow(hop: Hop, limits: Limits, signal: AbortSignal): Promise<OutgoingResponse> {
    for (let redirectsLeft = limits.redirectsMax; ; redirectsLeft--) {
      const target = await unlessAborted(resolveTarget(hop.url, allowed, resolve), signal)
      const response = await send(target, hop, signal, ca)
      const next = redirectsLeft > 0 ? nextHop(hop, response) : undefined
      if (!next) return answer(hop, response, limits.responseBytesMax)
      await response.body?.cancel()
      hop = next
    }
  }

  async function call(owner: CallOwner, address: string, request: OutgoingRequest = {}) {
    const { method = 'GET', headers = {}, body, into, signal: given, clientCertificate, ...requested } = request
    const limits = limitsOf(requested)
    const timeout = AbortSignal.timeout(limits.timeoutMs)
    const ended = new AbortController()
    const signal = AbortSignal.any([ended.signal, timeout, ...(given ? [given] : [])])
    let hasStarted = false
    try {
      given?.throwIfAborted()
      if (byteLength(body) > limits.requestBytesMax) {
        throw new OutgoingError('tooLarge', `The request is longer than ${limits.requestBytesMax} bytes`)
      }
      const hop = {
        url: parseTarget(address),
        method,
        headers: createOutgoingHeaders(headers),
        body,
        into,
        clientCertificate,
      }
      return await slots.run(owner, signal, () => {
        hasStarted = true
        return follow(hop, limits, signal)
      })
    } catch (error) {
      given?.throwIfAborted()
      if (error instanceof OutgoingError) throw error
      if (timeout.aborted) {
        // The caller may repeat what was certainly not sent.
        if (!hasStarted) throw new OutgoingError('busy', `No slot was free within ${limits.timeoutMs} ms`)
        throw new OutgoingError('timeout', `Not finished within ${limits.timeoutMs} ms`)
      }
      throw new OutgoingError('network', codeOf(error), { cause: error })
    } finally {
      ended.abort()
    }
  }

  async function mayCall(address: string) {
    try {
      await unlessAborted(resolveTarget(parseTarget(address), allowed, resolve), AbortSignal.timeout(checkTimeoutMs))
      return true
    } catch (error) {
      return !(error instanceof OutgoingError)
    }
  }

  async function callWhenDurable(owner: CallOwner, address: string, request?: OutgoingRequest) {
    const safe = options.durable?.(owner.company)
    if (safe) await (request?.signal ? unlessAborted(safe, request.signal) : safe)
    return call(owner, address, request)
  }

  const callAt = options.durable ? callWhenDurable : call
  return { of: (company, kind) => (address, request) => callAt({ company, kind }, address, request), mayCall }
}

const limitsOf = (requested: Partial<Limits>): Limits => ({
  timeoutMs: requested.timeoutMs ?? defaults.timeoutMs,
  requestBytesMax: requested.requestBytesMax ?? defaults.requestBytesMax,
  responseBytesMax: requested.responseBytesMax ?? defaults.responseBytesMax,
  redirectsMax: requested.redirectsMax ?? defaults.redirectsMax,
})

/** Connects to checked addresses only; the host's name is still used for Host, SNI and certificate verification. */
async function send({ url, addresses }: OutgoingTarget, hop: Hop, signal: AbortSignal, ca: string | undefined) {
  const { hostname } = url
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0
  const headers = new Headers(hop.headers)
  headers.set('host', url.host)
  headers.set('accept-encoding', hop.into ? 'identity' : acceptedEncodings)
  if (isStream(hop.body)) headers.set('content-length', String(hop.body.size))
  let failure: unknown
  for (const address of addresses) {
    const direct = new URL(url)
    direct.hostname = isIP(address) === 6 ? `[${address}]` : address
    try {
      return await fetch(direct, {
        method: hop.method,
        headers,
        body: isStream(hop.body) ? piecesOf(hop.body) : hop.body,
        signal,
        redirect: 'manual',
        proxy: false,
        // A POST on a connection just closed would be sent twice.
        keepalive: false,
        decompress: false,
        tls: tlsOptions(isName ? hostname.replace(/\.$/, '') : undefined, ca, hop.clientCertificate),
      })
    } catch (error) {
      if (signal.aborted || !unreachable.includes(codeOf(error))) throw error
      failure = error
    }
  }
  throw failure
}

function tlsOptions(serverName: string | undefined, ca: string | undefined, client: ClientCertificate | undefined) {
  return {
    ...(serverName !== undefined && { serverName }),
    ...(ca !== undefined && { ca }),
    ...(client && { cert: client.certificate, key: client.key }),
  }
}

/** Follows browsers' rules, but sends no credentials to another origin and downgrades nothing to HTTP. */
function nextHop(
  { url, method, headers, body, into, clientCertificate }: Hop,
  { status, headers: answered }: Response,
): Hop | undefined {
  const location = answered.get('location')
  if (!redirectStatuses.includes(status) || location === null) return undefined
  const next = parseTarget(location, url)
  if (url.protocol === 'https:' && next.protocol === 'http:') {
    throw new OutgoingError('refusedAddress', `${url.host} redirects from https to http`)
  }
  const sameOrigin = next.origin === url.origin
  const kept = sameOrigin ? new Headers(headers) : withoutCredentials(headers)
  const own = { url: next, headers: kept, into, ...(sameOrigin && { clientCertificate }) }
  const becomesGet = status === 303 ? method !== 'HEAD' : status < 303 && method === 'POST'
  if (!becomesGet) return { ...own, method, body }
  kept.delete('content-type')
  return { ...own, method: 'GET' }
}

async function answer({ url, into }: Hop, raw: Response, bytesMax: number): Promise<OutgoingResponse> {
  const { status, headers } = raw
  const isGood = status >= 200 && status <= 299
  const responseOf = (body: Uint8Array) => {
    return { status, headers, url: url.href, body, text: () => new TextDecoder().decode(body) }
  }
  const reading = into && isGood ? passOn(raw, bytesMax, into) : readResponse(raw, bytesMax)
  const body = await reading.catch((error: unknown) => {
    if (!(error instanceof OutgoingError) || error.reason !== 'tooLarge') throw error
    throw new OutgoingError('tooLarge', error.message, { response: responseOf(new Uint8Array()) })
  })
  const response = responseOf(body)
  if (!isGood) {
    throw new OutgoingError('status', `${url.host} answered with ${status}`, { response })
  }
  return response
}

/** Lookups cannot be cancelled. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', stop))
}

const codeOf = (error: unknown) => (errorCode(error) || String(error)).slice(0, 200)
// Bun's fetch takes generators, which its types do not tell.
const piecesOf = (stream: OutgoingStream) => stream.open() as unknown as ReadableStream<Uint8Array>
const isStream = (body: OutgoingBody | undefined): body is OutgoingStream => typeof body === 'object' && 'open' in body
const byteLength = (body: OutgoingBody = '') =>
  typeof body === 'string' ? Buffer.byteLength(body) : isStream(body) ? body.size : body.length
