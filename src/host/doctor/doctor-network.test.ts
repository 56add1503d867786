import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createServer } from 'node:http'
import { doctor } from '../../command/doctor'
import { serveControl } from '../../command/control-server'
import { connectionTable } from '../../connection/connection.tables'
import { bankCertificate, bankKey } from '../../testing/services/bank/certificates'
import { freePort } from '../../testing/process/free-port'
import { runCommand } from '../../testing/process/run-command'
import { createServedWorld, type ServedWorld } from '../../testing/world/served-world'
import { eq } from 'drizzle-orm'

let clockAheadMs = 0
let tellsTime = true
const asked: string[] = []
/** Stands for the servers of WhatsApp and Meta. */
const other = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`)
  response.sendDate = false
  if (tellsTime) response.setHeader('date', new Date(Date.now() + clockAheadMs).toUTCString())
  response.end()
})

let world: ServedWorld
let publicUrl: string
let control: ReturnType<typeof serveControl>
beforeAll(async () => {
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
  const port = await freePort()
  publicUrl = `http://localhost:${port}`
  const address = other.address() as { port: number }
  world = await createServedWorld({
    environment: {
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      WHATSAPP_WEB_URL: `ws://127.0.0.1:${address.port}/ws/chat`,
    },
  })
  control = serveControl(world.platform, [doctor])
})
afterAll(async () => {
  control.stop()
  await world.stop()
  other.close()
})

async function found(check: string) {
  const { output } = await runCommand(world.dataDir, ['doctor', '--json'])
  const { findings } = JSON.parse(output) as { findings: { check: string; level: string; code: string }[] }
  return findings.filter((finding) => finding.check === check)
}

async function at<T>(address: string, work: () => Promise<T>): Promise<T> {
  world.platform.config.publicUrl = address
  try {
    return await work()
  } finally {
    world.platform.config.publicUrl = publicUrl
  }
}

test('the public address reaches this process, and the token is good once', async () => {
  expect(await found('liveSocket')).toMatchObject([{ code: 'socketGood', level: 'good' }])
  const token = world.platform.liveProbes.issue()
  const close = () => {
    const socket = new WebSocket(world.liveAddress)
    socket.onopen = () => socket.send(JSON.stringify({ event: 'auth', data: { token } }))
    return new Promise<number>((resolve) => (socket.onclose = ({ code }) => resolve(code)))
  }
  expect(await close()).toBe(4200)
  expect(await close()).toBe(4401)
}, 60_000)

test('a proxy that passes no upgrade is found, with what to set', async () => {
  const proxy = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('a page') })
  const findings = await at(`http://localhost:${proxy.port}`, () => found('liveSocket'))
  expect(findings).toMatchObject([
    { code: 'socketFailed', level: 'bad', advice: expect.stringContaining('proxy_set_header Upgrade') },
  ])
  await proxy.stop(true)
  expect(await at(`http://localhost:${proxy.port}`, () => found('liveSocket'))).toMatchObject([
    { code: 'socketFailed' },
  ])
}, 60_000)

test('an address of another Recado is found', async () => {
  const second = await createServedWorld()
  expect(await at(second.url, () => found('liveSocket'))).toMatchObject([{ code: 'socketElsewhere', level: 'bad' }])
  await second.stop()
}, 60_000)

test('the clock is compared with that of the server of the lines', async () => {
  expect(await found('clock')).toMatchObject([{ code: 'clockGood', facts: { seconds: 0 } }])
  expect(asked.at(-1)).toBe('HEAD /')
  clockAheadMs = 3_600_000
  const [finding] = await found('clock')
  expect(finding).toMatchObject({ code: 'clockOff', level: 'bad' })
  tellsTime = false
  expect(await found('clock')).toMatchObject([{ code: 'clockNoAnswer', level: 'notice' }])
}, 60_000)

test('a certificate is found to end, to be over, or to be refused', async () => {
  const proxy = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    tls: { cert: bankCertificate, key: bankKey },
    fetch: () => new Response(),
  })
  const look = () => at(`https://localhost:${proxy.port}`, () => found('certificate'))
  expect(await look()).toMatchObject([{ code: 'certificateBad', level: 'bad' }])
  for (const [day, code, level] of [
    ['2119-12-15', 'certificateEnds', 'notice'],
    ['2119-12-28', 'certificateEnds', 'bad'],
    ['2120-01-02', 'certificateOver', 'bad'],
  ] as const) {
    world.setTime(new Date(`${day}T12:00:00Z`))
    expect((await look()).at(-1)).toMatchObject({ code, level })
  }
  world.setTime(new Date())
  await proxy.stop(true)
  expect(await look()).toMatchObject([{ code: 'certificateNoAnswer', level: 'bad' }])
  expect(await found('certificate')).toMatchObject([{ code: 'certificateNone', level: 'notice' }])
}, 60_000)

test('each line tells its last event; only one that should be connected and is not is bad', async () => {
  const ctx = world.ctx(1)
  const lastMessageAt = new Date('2026-11-20T10:11:12Z')
  ctx.db
    .update(connectionTable)
    .set({ status: 'TIMEOUT', wanted: true, lastError: 'Connection lost', lastMessageAt })
    .where(eq(connectionTable.id, 1))
    .run()
  const [first, ...others] = await found('lines')
  expect(first).toMatchObject({
    code: 'lineDown',
    level: 'bad',
    says: expect.stringContaining('(TIMEOUT); last event 2026-11-20 10:11 UTC. Connection lost'),
  })
  expect(others.filter(({ level }) => level === 'bad')).toEqual([])
  world.platform.catalog.sqlite.run('UPDATE company SET muted = 1 WHERE id = 1')
  world.platform.catalog.companies.forget()
  expect((await found('lines'))[0]).toMatchObject({ code: 'lineStopped', level: 'good' })
}, 60_000)
