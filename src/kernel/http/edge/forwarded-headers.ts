import { normalizeAddress } from './ip-address'
import type { TrustedProxies } from './trusted-proxies'

const names = { address: 'x-forwarded-for', protocol: 'x-forwarded-proto', host: 'x-forwarded-host' }

interface ForwardedOptions {
  trusted: TrustedProxies
  publicUrl?: string
  ignored?(peer: string): void
}

/** Replaces the headers with verified values before anything reads them; X-Forwarded-For becomes the client's address. */
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

/** Reads from the right, since each proxy appends its caller; the first untrusted address is the client. */
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

/** The entry of the outermost trusted proxy. Proxies that replace the header leave fewer entries than hops. */
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

export function clientAddress({ headers }: Request) {
  return headers.get(names.address) ?? ''
}

export function isSecureRequest({ url, headers }: Request) {
  return url.startsWith('https:') || headers.get(names.protocol) === 'https'
}

export function requestedHost({ url, headers }: Request) {
  return headers.get(names.host) ?? new URL(url).host
}

/** A name, an IPv4 address or an IPv6 address in brackets, with or without a port (RFC 9110, section 7.2). */
export function isHost(text: string) {
  return text.length <= 255 && /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i.test(text)
}
