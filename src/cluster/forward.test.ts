import { afterAll, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import {
  clientAddress,
  isSecureRequest,
  requestedHost,
  rewriteForwardedHeaders,
} from '../kernel/http/edge/forwarded-headers'
import { createTrustedProxies } from '../kernel/http/edge/trusted-proxies'
import type { CompanyId } from '../kernel/ids'
import { createForwarding } from './forward'

const secret = Buffer.from('shared by the nodes')
const trusted = createTrustedProxies([])
const calls = { accept: 'application/json' }
const stops: (() => void)[] = []
afterAll(() => stops.forEach((stop) => stop()))

/** A node that serves company 7 if `owns`, and has the other answer otherwise. */
function startNode(name: string, { owns, other, key = secret }: { owns: boolean; other?: () => string; key?: Buffer }) {
  const clock = { now: () => new Date('2026-11-30T12:00:00Z') }
  const { forward, isFromNode } = createForwarding({
    node: name,
    secret: key,
    clock,
    ownerOf: () => (other ? { node: 'n9', url: other() } : undefined),
  })
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      if (!isFromNode(request)) rewriteForwardedHeaders(request, '203.0.113.9', { trusted })
      if (!owns) return forward(request, 7 as CompanyId)
      const [client, host, isSecure] = [clientAddress(request), requestedHost(request), isSecureRequest(request)]
      const facts = { name, client, host, isSecure, method: request.method, bytes: (await request.bytes()).length }
      return new Response(
        JSON.stringify({ ...facts, url: new URL(request.url).pathname + new URL(request.url).search }),
        {
          status: 201,
          headers: [
            ['set-cookie', 'one=1'],
            ['set-cookie', 'two=2'],
          ],
        },
      )
    },
  })
  stops.push(() => void server.stop(true))
  return { url: `http://127.0.0.1:${server.port}`, clock }
}

test('another node answers with what the client sent, and knows where it came from', async () => {
  const owner = startNode('n2', { owns: true })
  const { url } = startNode('n1', { owns: false, other: () => owner.url })
  const answer = await fetch(`${url}/tickets?a=%C3%A7&b=1`, { method: 'POST', body: new Uint8Array(3_000_000) })
  expect(answer.status).toBe(201)
  expect(answer.headers.getSetCookie()).toEqual([
    'one=1',
    'two=2',
    'recado_node=n9; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax',
  ])
  expect(await answer.json()).toEqual({
    name: 'n2',
    client: '203.0.113.9',
    host: new URL(url).host,
    isSecure: false,
    method: 'POST',
    bytes: 3_000_000,
    url: '/tickets?a=%C3%A7&b=1',
  })
})

test('who does not know the secret cannot say where a request came from', async () => {
  const owner = startNode('n2', { owns: true })
  const stranger = startNode('n1', { owns: false, other: () => owner.url, key: Buffer.from('another') })
  const { host, client } = await (await fetch(stranger.url)).json()
  expect(client).toBe('203.0.113.9')
  expect(host).toBe(new URL(owner.url).host)
  const mac = createHmac('sha256', 'another').update('n1').digest('base64url')
  const headers = { 'x-recado-node': `n1 ${owner.clock.now().getTime()} ${mac}`, 'x-forwarded-for': '198.51.100.1' }
  expect(await (await fetch(owner.url, { headers })).json()).toMatchObject({ client: '203.0.113.9' })
})

test('a request goes to one other node at most', async () => {
  const nodes: { url: string }[] = []
  const [first, second] = [0, 1].map((at) =>
    startNode(`n${at}`, { owns: false, other: () => nodes[1 - at]?.url ?? '' }),
  )
  nodes.push(...[first, second].flatMap((node) => node ?? []))
  const answer = await fetch(`${first?.url}/tickets`, { headers: calls })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await answer.json()).toMatchObject({ error: 'ERR_COMPANY_ELSEWHERE' })
})

test('without a node that answers a call may be repeated, and a page asks again by itself', async () => {
  const { url } = startNode('n1', { owns: false, other: () => 'http://127.0.0.1:1' })
  for (const method of ['GET', 'POST']) {
    const answer = await fetch(url, { method, headers: calls })
    expect(await answer.json()).toMatchObject({ error: 'ERR_COMPANY_ELSEWHERE' })
  }
  const page = await fetch(url, { headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' } })
  expect(page.status).toBe(503)
  expect(await page.text()).toContain('<html')
})

test('a node that ends while it answers leaves open whether the change was made', async () => {
  const broken = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: { data: (socket) => void socket.end(), open() {} },
  })
  stops.push(() => broken.stop(true))
  const { url } = startNode('n1', { owns: false, other: () => `http://127.0.0.1:${broken.port}` })
  expect(await (await fetch(url, { method: 'PUT', body: 'x', headers: calls })).json()).toMatchObject({
    error: 'ERR_NOT_CONFIRMED',
  })
  expect(await (await fetch(url, { headers: calls })).json()).toMatchObject({ error: 'ERR_COMPANY_ELSEWHERE' })
})
