import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { normalizeAddress, createBlockList, familyOf } from './ip-address'

export type ProxyList = readonly string[]

export interface TrustedProxies {
  includes(address: string): boolean
}

const loopback: ProxyList = ['127.0.0.0/8', '::1']

/** Split at commas and spaces; `none` trusts nobody. */
export function splitProxyList(text: string): ProxyList {
  const items = text.split(/[\s,]+/).filter((item) => item !== '')
  return items.length === 1 && items[0]?.toLowerCase() === 'none' ? [] : items
}

export function createTrustedProxies(
  list: ProxyList = [...loopback, ...containerGateways('/', process.env)],
): TrustedProxies {
  const blocks = createBlockList(list)
  return {
    includes(address) {
      const normal = normalizeAddress(address)
      return normal !== undefined && blocks.check(normal, familyOf(normal))
    },
  }
}

export function containerGateways(root: string, environment: Record<string, string | undefined>): ProxyList {
  const inContainer = ['.dockerenv', 'run/.containerenv'].some((path) => existsSync(join(root, path)))
  if (!inContainer && environment['KUBERNETES_SERVICE_HOST'] === undefined) return []
  return [
    ...readIpv4Gateways(readText(join(root, 'proc/net/route'))),
    ...readIpv6Gateways(readText(join(root, 'proc/net/ipv6_route'))),
  ]
}

function readText(path: string) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Linux's /proc/net/route has addresses in hexadecimal, lowest byte first. */
function readIpv4Gateways(routes: string): ProxyList {
  return routes.split('\n').flatMap((line) => {
    const [, destination, gateway = ''] = line.split(/\s+/)
    if (destination !== '00000000' || !/^[\dA-F]{8}$/.test(gateway) || gateway === '00000000') return []
    return [[...Buffer.from(gateway, 'hex')].reverse().join('.')]
  })
}

/** /proc/net/ipv6_route: destination, its prefix, source, its prefix, gateway, …, in hexadecimal. */
function readIpv6Gateways(routes: string): ProxyList {
  return routes.split('\n').flatMap((line) => {
    const [destination, prefix, , , gateway = ''] = line.split(/\s+/)
    if (!/^0{32}$/.test(destination ?? '') || prefix !== '00' || !/^[\da-f]{32}$/.test(gateway)) return []
    if (/^0{32}$/.test(gateway)) return []
    return [(gateway.match(/.{4}/g) ?? []).join(':')]
  })
}
