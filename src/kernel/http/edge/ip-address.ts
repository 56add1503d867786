import { isIP, isIPv4, BlockList } from 'node:net'

const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
/** Address with the client's port, as some proxies write it: `203.0.113.7:5060`, `[2001:db8::1]:5060`. */
const withPort = /^(?:\[([^\]]+)\](?::\d{1,5})?|(\d+\.\d+\.\d+\.\d+):\d{1,5})$/

/** Canonical, without port and zone; IPv4 within IPv6 becomes IPv4. Undefined for no address. */
export function normalizeAddress(text: string): string | undefined {
  const trimmed = text.trim().slice(0, 100)
  const port = withPort.exec(trimmed)
  const address = (port?.[1] ?? port?.[2] ?? trimmed).replace(/%.*$/, '')
  const ipv4 = mappedIpv4.exec(address)?.[1] ?? address
  if (isIPv4(ipv4)) return ipv4
  if (isIP(address) === 0) return undefined
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  return mappedHexIpv4(canonical) ?? canonical
}

function mappedHexIpv4(canonical: string) {
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(canonical) ?? []
  if (high === undefined || low === undefined) return undefined
  return [high, low].flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]).join('.')
}

/** Limits count by it: an IPv6 customer has a whole /64. */
export function addressBlock(address: string): string {
  const normal = normalizeAddress(address)
  if (normal === undefined || !normal.includes(':')) return normal ?? ''
  const [head = '', tail] = normal.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const zeros = tail === undefined ? [] : Array<string>(8 - groups(head).length - groups(tail).length).fill('0')
  const all = [...groups(head), ...zeros, ...groups(tail ?? '')]
  return `${all.slice(0, 4).join(':')}::/64`
}

export function isAddressBlock(item: string) {
  const [address = '', prefix, ...rest] = item.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
}

export function createBlockList(items: readonly string[]) {
  const blocks = new BlockList()
  for (const item of items) {
    const [address = '', prefix] = item.split('/')
    if (prefix === undefined) blocks.addAddress(address, familyOf(address))
    else blocks.addSubnet(address, Number(prefix), familyOf(address))
  }
  return blocks
}

export const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
