import { afterEach, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { join } from 'node:path'
import { enqueueJob } from '../kernel/job/jobs'
import { connectionTable } from '../connection/connection.tables'
import { queueAutomaticText } from '../message/send/queue-message'
import { getTicketRow } from '../ticket/ticket.queries'
import { messageEvent, receive } from '../testing/conversation/inbound'
import { addTicket } from '../testing/conversation/tickets'
import { createServedWorld, type ServedWorld, type ServedWorldOptions } from '../testing/world/served-world'
import { createWhatsAppWorld, until } from '../testing/whatsapp/whatsapp-world'
import { createMetricsPage } from './metrics-page'
import { type Families, readOpenMetrics } from '../testing/open-metrics'

const token = 'a-token-of-the-host'
const gigabyte = 1024 ** 3
let world: ServedWorld
const serve = async (options: ServedWorldOptions = {}) => void (world = await createServedWorld(options))
afterEach(() => world.stop())

const ask = (headers: Record<string, string> = {}) => fetch(`${world.url}/metrics`, { headers })

async function metrics(): Promise<Families> {
  const answer = await ask()
  expect(answer.status).toBe(200)
  return readOpenMetrics(await answer.text())
}

const valueOf = (families: Families, name: string, labels = {}) =>
  [...families.values()]
    .flatMap(({ samples }) => samples)
    .find((sample) => sample.name === name && Bun.deepEquals(sample.labels, labels))?.value

test('follows the grammar of OpenMetrics', async () => {
  await serve()
  const answer = await ask()
  expect(answer.headers.get('content-type')).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const families = readOpenMetrics(await answer.text())
  expect(families.size).toBeGreaterThan(25)
  for (const name of families.keys()) expect(name).toMatch(/^(recado|process)_/)
  expect(families.get('recado_build')?.samples[0]?.labels).toMatchObject({ version: expect.any(String) })
})

test('the dashboard uses only what it tells, and Operations explains all of it', async () => {
  await serve()
  // Everything may be absent while nothing waits.
  const families = await metrics()
  const known = new Set(
    [...families].flatMap(([name, { type }]) => suffixesOf[type as 'gauge'].map((suffix) => name + suffix)),
  )
  const docs = join(import.meta.dir, '..', '..', 'docs')
  const dashboard = JSON.stringify(await Bun.file(join(docs, 'grafana.json')).json())
  const used = [...dashboard.matchAll(/\b(?:recado|process)_\w+/g)].map(([name]) => name)
  expect(used.length).toBeGreaterThan(30)
  expect(used.filter((name) => !known.has(name))).toEqual([])
  const operations = await Bun.file(join(docs, 'operations', 'watching.md')).text()
  const explained = [...operations.matchAll(/`((?:recado|process)_\w+)`/g)].map(([, name = '']) => name)
  expect([...families.keys()].filter((name) => !explained.some((one) => one.startsWith(name)))).toEqual([])
  expect(explained.filter((name) => !known.has(name))).toEqual([])
})

const suffixesOf = { gauge: [''], counter: ['_total'], info: ['_info'], histogram: ['_bucket', '_sum', '_count'] }

test('is seen on the machine itself and with the token, and is nowhere for everybody else', async () => {
  await serve({ environment: { METRICS_TOKEN: token } })
  const seen = async (headers: Record<string, string> = {}) => (await ask(headers)).status === 200
  expect(await seen()).toBe(true)
  const proxied = { 'x-forwarded-for': '203.0.113.9' }
  expect(await seen({ ...proxied, authorization: `Bearer ${token}` })).toBe(true)
  expect(await seen({ ...proxied, authorization: `bearer  ${token}` })).toBe(true)
  for (const wrong of ['', token.slice(1), `${token}x`, token.toUpperCase(), 'x'.repeat(8000)]) {
    expect(await seen({ ...proxied, authorization: `Bearer ${wrong}` })).toBe(false)
  }
  expect(await seen({ ...proxied, authorization: token })).toBe(false)
  for (const forged of [
    { 'x-forwarded-for': '127.0.0.1' },
    { 'X-Forwarded-For': '' },
    { forwarded: 'for=127.0.0.1' },
    { 'x-real-ip': '127.0.0.1' },
    { 'x-forwarded-host': 'localhost' },
    { 'x-forwarded-proto': 'http' },
    { via: '1.1 proxy' },
    { host: 'crm.example.test' },
    { host: 'localhost.example.test' },
  ] as Record<string, string>[]) {
    const answer = await ask(forged)
    expect([forged, answer.status]).toEqual([forged, 404])
    expect(await answer.json()).toEqual({ error: 'ERR_NOT_FOUND', message: 'ERR_NOT_FOUND' })
  }
  expect((await fetch(`${world.url}/metrics`, { method: 'POST' })).status).toBe(404)
  expect((await fetch(`${world.url}/metrics/`)).status).toBe(404)
})

test('the socket’s own address counts, whatever the request says', async () => {
  await serve()
  const page = createMetricsPage(world.platform)
  const isSeenFrom = (peer: string) =>
    page(new Request('http://localhost/metrics', { headers: { host: 'localhost:3000' } }), () => peer) !== undefined
  for (const peer of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1', '0:0:0:0:0:0:0:1']) {
    expect([peer, isSeenFrom(peer)]).toEqual([peer, true])
  }
  for (const peer of [
    '10.0.0.5',
    '172.17.0.1',
    '::ffff:10.0.0.5',
    '2001:db8::1',
    'fe80::1',
    '0.0.0.0',
    '',
    'localhost',
  ]) {
    expect([peer, isSeenFrom(peer)]).toEqual([peer, false])
  }
})

test('without a token nothing equals it', async () => {
  await serve()
  for (const authorization of ['Bearer ', 'Bearer', 'Bearer undefined', '']) {
    expect((await ask({ 'x-forwarded-for': '10.0.0.1', authorization })).status).toBe(404)
  }
})

test('counts what happens', async () => {
  const space = { freeBytes: 40 * gigabyte, totalBytes: 100 * gigabyte }
  await serve({ readSpace: () => space })
  const before = await metrics()
  const grown = (after: Families, name: string, labels = {}) =>
    (valueOf(after, name, labels) ?? 0) - (valueOf(before, name, labels) ?? 0)
  const { live } = await world.live(world.ana)
  receive(world, 1, messageEvent({ text: 'oi' }))
  receive(world, 1, messageEvent({ text: 'tudo bem?' }))
  await fetch(`${world.url}/nothing`, { headers: { upgrade: 'h2c' } })
  for (let tries = 0; tries < 2; tries++) {
    const body = JSON.stringify({ email: world.bruno.email, password: 'wrong' })
    await fetch(`${world.url}/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  }
  const after = await metrics()
  expect(grown(after, 'recado_inbound_messages_total')).toBe(2)
  expect(grown(after, 'recado_refused_sign_ins_total', { reason: 'password' })).toBe(2)
  expect(grown(after, 'recado_http_responses_total', { status: '4xx' })).toBe(3)
  expect(grown(after, 'recado_http_responses_total', { status: '1xx' })).toBe(1)
  expect(grown(after, 'recado_http_response_seconds_count')).toBe(4)
  expect(grown(after, 'recado_live_sockets')).toBe(1)
  expect(valueOf(after, 'recado_disk_free_bytes')).toBe(space.freeBytes)
  expect(valueOf(after, 'recado_disk_size_bytes')).toBe(space.totalBytes)
  expect(valueOf(after, 'recado_companies')).toBe(2)
  expect(valueOf(after, 'recado_connections', { channel: 'whatsapp', state: 'CONNECTED' })).toBeGreaterThan(0)
  expect(valueOf(after, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
  live.close()
})

test('tells for how long jobs and messages have waited', async () => {
  await serve({ now: new Date('2026-11-20T12:00:00Z') })
  const ctx = world.ctx(1)
  ctx.transaction(() => {
    enqueueJob(ctx, 'message.fetchMedia', { messageId: 999_999 })
    enqueueJob(ctx, 'message.fetchMedia', { messageId: 999_998 }, { runAt: new Date('2026-11-20T12:05:00Z') })
    enqueueJob(ctx, 'message.fetchMedia', { messageId: 999_997 }, { runAt: new Date('2026-11-21T00:00:00Z') })
  })
  const of = { kind: 'message.fetchMedia' }
  const lag = async () => {
    const families = await metrics()
    return [valueOf(families, 'recado_jobs_due', of), valueOf(families, 'recado_jobs_oldest_due_seconds', of)]
  }
  expect(await lag()).toEqual([1, 0])
  world.setTime(new Date('2026-11-20T12:10:00Z'))
  expect(await lag()).toEqual([2, 600])
})

test('tells what is still to be sent, by whether the line is up', async () => {
  await serve({ now: new Date('2026-11-20T12:00:00Z') })
  const ctx = world.ctx(1)
  const before = await metrics()
  const outboxOf = (families: Families, line: string) => [
    (valueOf(families, 'recado_outbox_messages', { line }) ?? 0) -
      (valueOf(before, 'recado_outbox_messages', { line }) ?? 0),
    valueOf(families, 'recado_outbox_oldest_seconds', { line }),
  ]
  const ticket = getTicketRow(ctx, addTicket(ctx, { status: 'open', userId: world.ana.id }).id)
  for (const text of ['um', 'dois']) {
    const now = world.ctx(1)
    now.transaction(() => queueAutomaticText(now, ticket, text))
    world.setTime(new Date('2026-11-20T12:01:00Z'))
  }
  world.setTime(new Date('2026-11-20T12:02:00Z'))
  expect(outboxOf(await metrics(), 'connected')).toEqual([2, 120])
  ctx.db.update(connectionTable).set({ status: 'TIMEOUT' }).run()
  const after = await metrics()
  expect([valueOf(after, 'recado_outbox_messages', { line: 'connected' }), outboxOf(after, 'down')]).toEqual([
    undefined,
    [2, 120],
  ])
})

test('a blocked event loop shows', async () => {
  await serve()
  const before = await metrics()
  const lateOf = (families: Families) =>
    (valueOf(families, 'recado_loop_delay_seconds_count') ?? 0) -
    (valueOf(families, 'recado_loop_delay_seconds_bucket', { le: '0.25' }) ?? 0)
  await Bun.sleep(30)
  const endMs = performance.now() + 400
  while (performance.now() < endMs);
  await Bun.sleep(30)
  const after = await metrics()
  expect(lateOf(after) - lateOf(before)).toBeGreaterThan(0)
  expect(valueOf(after, 'recado_loop_delay_longest_seconds')).toBeGreaterThan(0.3)
})

test('WhatsApp lines: threads, waits and messages', async () => {
  const lines = await createWhatsAppWorld()
  const page = createMetricsPage(lines.platform)
  const read = async () => {
    const request = new Request('http://localhost/metrics', { headers: { host: 'localhost' } })
    return readOpenMetrics((await (await page(request, () => '127.0.0.1'))?.text()) ?? '')
  }
  try {
    const before = await read()
    const account = await lines.pair('5511900000077')
    await lines.server.phone('5511988880077').say(account, 'oi')
    await until(() => lines.messages().length === 1, 'the message')
    const after = await read()
    const grown = (name: string) => (valueOf(after, name) ?? 0) - (valueOf(before, name) ?? 0)
    expect(grown('recado_inbound_messages_total')).toBe(1)
    expect(grown('recado_lines')).toBe(1)
    expect(valueOf(after, 'recado_line_threads')).toBeGreaterThan(0)
    expect(grown('recado_line_wait_seconds_count')).toBeGreaterThan(1)
    expect(grown('recado_inbound_seconds_count')).toBeGreaterThan(0)
    await until(async () => {
      const families = await read()
      const waiting = ['recado_line_reports_waiting', 'recado_line_oldest_wait_seconds']
      return waiting.every((name) => valueOf(families, name) === 0)
    }, 'all reports')
    expect(valueOf(after, 'recado_connections', { channel: 'whatsapp', state: 'CONNECTED' })).toBeGreaterThan(0)
  } finally {
    await lines.stop()
  }
  await serve()
}, 60_000)

test('opens no company and counts as no use of one', async () => {
  await serve()
  await metrics()
  expect(world.platform.files.openIds()).toEqual([])
  const company = world.platform.files.use(1)
  company.lastUsedAtMs = 1
  const families = await metrics()
  expect([world.platform.files.openIds(), company.lastUsedAtMs]).toEqual([[1], 1])
  expect(valueOf(families, 'recado_companies_open')).toBe(1)
  world.noBystander()
})

test('a name of a company or a person is nowhere in it', async () => {
  await serve()
  receive(world, 1, messageEvent({ text: 'segredo' }))
  const page = await (await ask()).text()
  for (const secret of ['Acme', 'Globex', 'Ana', 'Maria', 'segredo', '11988880001', world.dataDir]) {
    expect([secret, page.includes(secret)]).toEqual([secret, false])
  }
})

test('a request without a Host header is answered like any other caller’s', async () => {
  await serve()
  const port = Number(new URL(world.url).port)
  const answer = await new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /metrics HTTP/1.0\r\n\r\n'))
    socket.on('data', (bytes) => (text += bytes)).on('close', () => resolve(text))
  })
  expect(answer).not.toContain('recado_')
})
