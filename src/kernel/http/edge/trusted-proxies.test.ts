import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressBlock } from './ip-address'
import { readConfig } from '../../config/config'
import { containerGateways, createTrustedProxies } from './trusted-proxies'
import { rewriteForwardedHeaders } from './forwarded-headers'

function arrive(peer: string, given: Record<string, string>, list = '127.0.0.1 ::1, 10.0.0.0/8,2001:db8:1::/48') {
  const { trustedProxies } = readConfig({ TRUSTED_PROXIES: list })
  const request = new Request('http://recado.test/version', { headers: given })
  rewriteForwardedHeaders(request, peer, { trusted: createTrustedProxies(trustedProxies) })
  const { headers } = request
  return [headers.get('x-forwarded-for'), headers.get('x-forwarded-proto'), headers.get('x-forwarded-host')]
}

const clientOf = (peer: string, forwarded: string, list?: string) =>
  arrive(peer, { 'x-forwarded-for': forwarded }, list)[0]

test('trusts the caller named by each trusted proxy, and by nobody else', () => {
  expect(clientOf('127.0.0.1', '203.0.113.7')).toBe('203.0.113.7')
  expect(clientOf('::ffff:127.0.0.1', '203.0.113.7')).toBe('203.0.113.7')
  // Entries to the left of the first untrusted address are the client's own claims.
  expect(clientOf('127.0.0.1', '1.2.3.4, 203.0.113.7, 10.1.2.3')).toBe('203.0.113.7')
  expect(clientOf('2001:db8:1::5', '203.0.113.7, ::ffff:10.0.0.9')).toBe('203.0.113.7')
  // If all addresses are trusted, the first one is the client.
  expect(clientOf('127.0.0.1', '10.0.0.4, 10.0.0.5')).toBe('10.0.0.4')
  for (const stranger of ['203.0.113.9', '172.18.0.3', '192.168.1.1', '2001:db8::1', 'fd00::1']) {
    expect(clientOf(stranger, '203.0.113.7')).toBe(stranger)
  }
  expect(clientOf('127.0.0.1', '203.0.113.7', 'none')).toBe('127.0.0.1')
  expect(clientOf('10.0.0.1', '203.0.113.7', ' 10.0.0.1, ')).toBe('203.0.113.7')
})

test('ignores malformed addresses and all entries to their left', () => {
  for (const nonsense of ['not an address', 'unknown', '', '999.1.1.1', '203.0.113.7 OR 1=1', 'x'.repeat(10_000)]) {
    expect(clientOf('127.0.0.1', nonsense)).toBe('127.0.0.1')
    expect(clientOf('127.0.0.1', `203.0.113.7, ${nonsense}, 10.0.0.5`)).toBe('10.0.0.5')
  }
})

test('normalises addresses', () => {
  expect(clientOf('::1', '203.0.113.7:51234')).toBe('203.0.113.7')
  expect(clientOf('::1', '[2001:0DB8:0:0::7]:443')).toBe('2001:db8::7')
  expect(clientOf('fe80::1%eth0', '203.0.113.7')).toBe('fe80::1')
  expect(clientOf('::1', '::ffff:cb00:7107')).toBe('203.0.113.7')
})

test('trusts protocol and host of a trusted proxy only', () => {
  const given = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'HTTPS', 'x-forwarded-host': 'CRM.test:8443' }
  expect(arrive('127.0.0.1', given)).toEqual(['203.0.113.7', 'https', 'crm.test:8443'])
  expect(arrive('172.18.0.3', given)).toEqual(['172.18.0.3', null, null])
  // The outermost proxy knows the browser's protocol; inner ones know only their own.
  const chain = { ...given, 'x-forwarded-for': '203.0.113.7, 10.0.0.5', 'x-forwarded-proto': 'http, https, http' }
  expect(arrive('127.0.0.1', chain)[1]).toBe('https')
  for (const host of ['a b', 'evil.test/path', 'user@evil.test', '']) {
    expect(arrive('127.0.0.1', { ...given, 'x-forwarded-host': host })[2]).toBe(null)
  }
  expect(arrive('127.0.0.1', { 'x-forwarded-proto': 'javascript' })[1]).toBe(null)
})

test('reports an invalid entry at startup', () => {
  for (const wrong of ['10.0.0.0/33', '2001:db8::/129', 'proxy.internal', '10.0.0.0/8/8', '10.0.0.0/-1', '10.0.0']) {
    const read = () => readConfig({ TRUSTED_PROXIES: `127.0.0.1,${wrong}` })
    expect(read).toThrow(`  TRUSTED_PROXIES.1: "${wrong}" is no IP address and no CIDR block`)
  }
})

test.each([
  ['a Docker container', '.dockerenv', {}],
  ['a Podman container', 'run/.containerenv', {}],
  ['a Kubernetes pod', 'etc/hosts', { KUBERNETES_SERVICE_HOST: '10.96.0.1' }],
])('%s finds its gateway in the kernel’s routing tables', async (_, mark, environment) => {
  const ipv4 = `Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask
eth0\t00000000\t010012AC\t0003\t0\t0\t0\t00000000\t0\t0\t0
eth0\t000012AC\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0
eth0\t0000A8C0\t020012AC\t0003\t0\t0\t0\t0000FFFF\t0\t0\t0
tun0\t00000000\t00000000\t0001\t0\t0\t0\t00000000\t0\t0\t0
tun0\t00000000\tunknown\t0001\t0\t0\t0\t00000000\t0\t0\t0
`
  const zeros = '0'.repeat(32)
  const other = `fe80${'0'.repeat(27)}2`
  const ipv6 = `${zeros} 00 ${zeros} 00 fd000000000000000000000000000001 00000400 00000002 00000000 00000003     eth0
fd000000000000000000000000000000 40 ${zeros} 00 ${zeros} 00000100 00000001 00000000 00000001     eth0
fd010000000000000000000000000000 00 ${zeros} 00 ${other} 00000100 00000001 00000000 00000001     eth0
${zeros} 01 ${zeros} 00 ${other} 00000100 00000001 00000000 00000001     tun0
${zeros} 00 ${zeros} 00 unknown 00000100 00000001 00000000 00000001     tun0
${zeros} 00 ${zeros} 00 ${zeros} ffffffff 00000001 00000000 00200200       lo
`
  const root = mkdtempSync(join(tmpdir(), 'recado-container-'))
  const gateways = () => containerGateways(root, environment)
  await Bun.write(join(root, mark), '')
  expect(gateways()).toEqual([])
  await Bun.write(join(root, 'proc/net/route'), ipv4)
  await Bun.write(join(root, 'proc/net/ipv6_route'), ipv6)
  expect(gateways()).toHaveLength(2)
  const trusted = createTrustedProxies(gateways())
  const asked = ['172.18.0.1', 'fd00::1', '172.18.0.2', 'fd00::2', '127.0.0.1']
  expect(asked.map((address) => trusted.includes(address))).toEqual([true, true, false, false, false])
  // A host has the same tables, but its gateway is no proxy.
  rmSync(join(root, mark))
  expect(containerGateways(root, {})).toEqual([])
  rmSync(root, { recursive: true })
})

test('limits count an IPv6 network as one client', () => {
  expect(addressBlock('2001:db8:0:5::1')).toBe(addressBlock('2001:DB8:0:5:ffff::2'))
  expect(addressBlock('2001:db8:0:5::1')).toBe('2001:db8:0:5::/64')
  expect(addressBlock('2001:db8:0:6::1')).toBe('2001:db8:0:6::/64')
  expect(addressBlock('::1')).toBe('0:0:0:0::/64')
  expect(addressBlock('203.0.113.7')).toBe('203.0.113.7')
})
