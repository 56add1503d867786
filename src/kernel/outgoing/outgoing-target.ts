import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { OutgoingAllow } from './outgoing-allow'
import { OutgoingError } from './outgoing-error'
import { createBlockList } from '../http/edge/ip-address'

export type Resolve = (host: string) => Promise<readonly string[]>

export interface OutgoingTarget {
  url: URL
  addresses: readonly string[]
}

const addressesMax = 4
/** Ports above 1023 that speak other protocols, from the fetch standard's list of bad ports. */
const otherProtocols = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])

export const systemResolve: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address)

/** @throws OutgoingError refusedAddress also with a user name or password */
export function parseTarget(text: string, base?: URL): URL {
  const url = URL.parse(text, base)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') {
    throw new OutgoingError('refusedAddress', 'Not an http or https address')
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutgoingError('refusedAddress', 'The address carries a user name or password; send them in a header')
  }
  return url
}

export async function resolveTarget(url: URL, allow: OutgoingAllow, resolve: Resolve): Promise<OutgoingTarget> {
  const literal = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const host = literal.replace(/\.$/, '')
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const found = isIP(literal) ? [literal] : await resolve(host)
  const addresses = found.filter((address) => {
    const allowed = allow.isAllowed({ host, address, port })
    return allowed === 'port' || ((allowed === 'anyPort' || isPublicAddress(address)) && isWebPort(port))
  })
  if (addresses.length === 0) throw new OutgoingError('refusedAddress', `${url.host} is not on the public internet`)
  // IPv6 last: many machines have it without a route.
  const sorted = addresses.toSorted((one, other) => isIP(one) - isIP(other))
  return { url, addresses: sorted.slice(0, addressesMax) }
}

const isWebPort = (port: number) => (port < 1024 ? port === 80 || port === 443 : !otherProtocols.has(port))

/** IANA's special-purpose registries; multicast and above; Azure's metadata server. */
const specialIpv4 = createBlockList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
])
/** Outside are ::1, fe80::/10, fc00::/7, IPv4-mapped addresses and NAT64. */
const globalIpv6 = createBlockList(['2000::/3'])
/** Teredo and ORCHID, documentation, 6to4. */
const specialIpv6 = createBlockList(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

function isPublicAddress(address: string) {
  if (address.includes('%')) return false
  if (isIP(address) === 4) return !specialIpv4.check(address, 'ipv4')
  return isIP(address) === 6 && globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6')
}
