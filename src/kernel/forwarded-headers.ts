import { isHost } from './host-header'
import { normalizeAddress } from './ip-address'
import type { TrustedProxies } from './trusted-proxies'

const names = { address: 'x-forwarded-for', protocol: 'x-forwarded-proto', host: 'x-forwarded-host' }

interface ForwardedOptions {
  trusted: TrustedProxies
  /** The address people type: an https one says that browsers reach us over HTTPS, whatever a proxy tells. */
  publicUrl?: string
  /** Told when somebody who is not trusted sends X-Forwarded-For. */
  ignored?(peer: string): void
}

/**
 * Replaces what a request says of its way here by what is known of it: X-Forwarded-For becomes the client's address,
 * X-Forwarded-Proto `https` or nothing, X-Forwarded-Host the host the client asked. Applied to each request as it
 * arrives, before anything reads these headers; from then on they are facts.
 */
export function rewriteForwardedHeaders({ headers }: Request, peer: string, options: ForwardedOptions) {
  const { trusted, publicUrl, ignored } = options
  const believed = trusted.includes(peer)
  const given = (name: string) => (believed ? listOf(headers.get(name)) : [])
  if (!believed && headers.has(names.address)) ignored?.(peer)
  const { address, hops } = walkBack(peer, given(names.address), trusted)
  const protocol = entryOf(given(names.protocol), hops)?.toLowerCase()
  const host = entryOf(given(names.host), hops)
  const isSecure = protocol === 'https' || publicUrl?.startsWith('https:') === true
  headers.set(names.address, address)
  replace(headers, names.protocol, isSecure ? 'https' : undefined)
  replace(headers, names.host, host !== undefined && isHost(host) ? host.toLowerCase() : undefined)
}

/** From the right, since each proxy adds whom it was called by; the first that is not trusted is the client. */
function walkBack(peer: string, forwarded: readonly string[], trusted: TrustedProxies) {
  let address = normalizeAddress(peer) ?? ''
  let hops = 1
  for (const entry of forwarded.toReversed()) {
    const next = normalizeAddress(entry)
    if (next === undefined) break
    address = next
    if (!trusted.includes(next)) break
    hops++
  }
  return { address, hops }
}

/** What the outermost trusted proxy added. Proxies that replace the header leave fewer entries than there are hops. */
function entryOf(entries: readonly string[], hops: number) {
  return entries[Math.max(0, entries.length - hops)]
}

function listOf(header: string | null) {
  return header === null ? [] : header.split(',').map((entry) => entry.trim())
}

function replace(headers: Headers, name: string, value: string | undefined) {
  if (value !== undefined) headers.set(name, value)
  else if (headers.has(name)) headers.delete(name)
}

/** The client's address, for limits and audit; empty where a request did not come over the network. */
export function clientAddress({ headers }: Request) {
  return headers.get(names.address) ?? ''
}

/** Whether the browser speaks to us over HTTPS, be it through a proxy that ends it. */
export function isSecureRequest({ url, headers }: Request) {
  return url.startsWith('https:') || headers.get(names.protocol) === 'https'
}

/** The host and port the browser asked, in lower case. */
export function requestedHost({ url, headers }: Request) {
  return headers.get(names.host) ?? new URL(url).host
}
