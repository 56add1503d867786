import { isIP } from 'node:net'
import { createBlockList } from '../http/edge/address-blocks'

/** From IANA's registries of special-purpose addresses; multicast and everything above it; Azure's metadata server. */
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
/** Everything else, such as ::1, fe80::/10, fc00::/7, IPv4-mapped addresses and NAT64, is outside of it. */
const globalIpv6 = createBlockList(['2000::/3'])
/** Protocol assignments with Teredo and ORCHID, documentation, 6to4. */
const specialIpv6 = createBlockList(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

/** Whether the address is on the public internet: not of this machine, its network, its cloud or a special purpose. */
export function isPublicAddress(address: string) {
  if (address.includes('%')) return false
  if (isIP(address) === 4) return !specialIpv4.check(address, 'ipv4')
  return isIP(address) === 6 && globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6')
}
