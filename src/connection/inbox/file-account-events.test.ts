import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { compose, shutdown, composeConnections } from '../../compose'
import { createContext } from '../../kernel/company/company-context'
import { readConfig } from '../../kernel/config/config'
import { Refusal } from '../../kernel/errors'
import type { Platform } from '../../platform/platform'
import { addConnection } from '../../testing/conversation/connections'
import { type PageEvent, probeDriver } from '../../testing/probe-driver'
import { until } from '../../testing/whatsapp/whatsapp-world'
import { createWorld, type World } from '../../testing/world/world'
import { fileAccountEvents } from './file-account-events'
import { deleteConnection } from '../save/delete-connection'
import type { Supervisor } from '../running/supervisor'

const appSecret = 'the secret of the app'
const supervisorOptions = { startGapMs: 0, drivers: { facebook: probeDriver } }

let world: World
let connections: Supervisor
let webhook: ReturnType<typeof startWebhook>
const cleanUps: (() => unknown)[] = []
beforeEach(async () => {
  world = await createWorld()
  connections = composeConnections(world.platform, { supervisor: supervisorOptions })
  // Pages with the same name in both companies.
  for (const [companyId, accountId] of [
    [1, '104'],
    [2, '204'],
  ] as const)
    addPage(companyId, accountId)
  webhook = startWebhook(world.platform)
  cleanUps.push(
    () => webhook.stop(),
    () => world.stop(),
    () => connections.stop(),
  )
})
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

function addPage(companyId: number, accountId: string) {
  if (companyId === 1) addConnection(world, { name: 'Página', channel: 'facebook', accountId })
  else {
    world.ctx(companyId).company.sqlite.run(
      `INSERT INTO connection (name, channel, account_id, token, options, created_at, updated_at)
       VALUES ('Página', 'facebook', ?, 'x', '{}', 0, 0)`,
      [accountId],
    )
  }
  // Reopening the file corrects the catalog, as after a restore.
  world.platform.files.close(companyId)
  world.ctx(companyId)
}

/** Receives webhooks like a channel's route: checks the signature, files, answers. */
function startWebhook(platform: Platform) {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const body = await request.text()
      const expected = `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`
      const given = request.headers.get('x-hub-signature-256') ?? ''
      if (given.length !== expected.length || !timingSafeEqual(Buffer.from(given), Buffer.from(expected))) {
        return new Response(null, { status: 401 })
      }
      const { page, events } = JSON.parse(body) as { page: string; events: PageEvent[] }
      try {
        const known = await fileAccountEvents(
          platform,
          { channel: 'facebook', accountId: page },
          events.map((event) => JSON.stringify(event)),
        )
        return new Response(known ? 'filed' : 'unknown')
      } catch (error) {
        return new Response(String(error), { status: error instanceof Refusal ? error.status : 500 })
      }
    },
  })
  return { url: server.url.href, stop: () => server.stop(true) }
}

async function deliver(page: string, ...events: PageEvent[]) {
  const body = JSON.stringify({ page, events })
  const signature = `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`
  const response = await fetch(webhook.url, { method: 'POST', body, headers: { 'x-hub-signature-256': signature } })
  return `${response.status} ${await response.text()}`
}

const said = (id: string, text: string, from = '7001'): PageEvent => ({ id, from, text, atMs: Date.now() })
const sqlite = (companyId = 1) => world.ctx(companyId).company.sqlite
const bodies = (companyId = 1) =>
  sqlite(companyId)
    .query<{ body: string }, []>('SELECT body FROM message ORDER BY id')
    .all()
    .map(({ body }) => body)
const filed = (companyId = 1) =>
  sqlite(companyId).query<{ n: number }, []>('SELECT count(*) AS n FROM inbound_event').get()?.n
const whenSaid = (count: number, companyId = 1) => until(() => bodies(companyId).length === count, `${count} messages`)

test('files and interprets webhook events of a connection without a session', async () => {
  expect(await deliver('104', said('m1', 'um'), said('m2', 'dois'))).toBe('200 filed')
  await whenSaid(2)
  expect(bodies()).toEqual(['um', 'dois'])
  expect([filed(), filed(2), bodies(2)]).toEqual([0, 0, []])
  expect(sqlite().query('SELECT connection_id, channel, status FROM ticket').values()).toEqual([
    [2, 'facebook', 'pending'],
  ])
  expect(sqlite().query('SELECT scope, kind, value FROM contact_identity WHERE scope > 0').values()).toEqual([
    [2, 'page-scoped', '7001'],
  ])
  expect(connections.find(1, 2)?.state.status).toBe('DISCONNECTED')
})

test('another company’s page files events for that company only', async () => {
  expect(await deliver('204', said('m1', 'para a Globex'))).toBe('200 filed')
  await whenSaid(1, 2)
  expect([bodies(1), filed(1)]).toEqual([[], 0])
})

test('stores repeated deliveries once and in order, alone, batched or concurrent', async () => {
  const events = ['um', 'dois', 'três'].map((text, index) => said(`m${index}`, text))
  await deliver('104', ...events)
  await whenSaid(3)
  const answers = await Promise.all([
    deliver('104', ...events),
    deliver('104', ...events.toReversed()),
    deliver('104', events[1]!, said('m9', 'quatro'), events[1]!),
  ])
  expect(new Set(answers)).toEqual(new Set(['200 filed']))
  await whenSaid(4)
  await until(() => filed() === 0, 'all to be interpreted')
  expect(bodies()).toEqual(['um', 'dois', 'três', 'quatro'])
})

test('an unknown account or a wrong signature files nothing', async () => {
  expect(await deliver('999', said('m1', 'um'))).toBe('200 unknown')
  const response = await fetch(webhook.url, {
    method: 'POST',
    body: '{}',
    headers: { 'x-hub-signature-256': 'sha256=0' },
  })
  expect(response.status).toBe(401)
  expect([filed(1), filed(2)]).toEqual([0, 0])
})

test('does not acknowledge a batch that cannot be filed, which is delivered again', async () => {
  sqlite().run(
    `CREATE TRIGGER full BEFORE INSERT ON inbound_event WHEN NEW.payload LIKE '%dois%'
     BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`,
  )
  const events = [said('m1', 'um'), said('m2', 'dois')]
  expect(await deliver('104', ...events)).toStartWith('500 ')
  expect(filed()).toBe(0)
  sqlite().run('DROP TRIGGER full')
  expect(await deliver('104', ...events)).toBe('200 filed')
  await whenSaid(2)
})

test('limits batch size, payload size and pending events', async () => {
  const many = Array.from({ length: 1001 }, (_, index) => said(`m${index}`, 'x'))
  expect(await deliver('104', ...many)).toStartWith('413 ')
  expect(await deliver('104', said('m1', 'x'.repeat(1024 * 1024)))).toStartWith('413 ')
  sqlite().run(
    `WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 49999)
     INSERT INTO inbound_event (connection_id, id, payload, retry_at, created_at) SELECT 2, id, '{}', 9e15, 0 FROM n`,
  )
  expect(await deliver('104', said('m1', 'um'), said('m2', 'dois'))).toStartWith('429 ')
  expect(filed()).toBe(49_999)
  expect(await deliver('104', said('m1', 'um'))).toBe('200 filed')
  await whenSaid(1)
})

test('keeps the events of a disabled company until it is enabled', async () => {
  const sofia = await world.as(world.sofia)
  expect((await sofia.put('/companies/2', { status: false })).status).toBe(200)
  expect(await deliver('204', said('m1', 'enquanto fora'))).toBe('200 filed')
  expect([filed(2), connections.find(2, 2)]).toEqual([1, undefined])
  expect((await sofia.put('/companies/2', { status: true })).status).toBe(200)
  await whenSaid(1, 2)
})

test('opens a closed company file for its events', async () => {
  world.platform.files.closeAll()
  expect(await deliver('204', said('m1', 'acorda'))).toBe('200 filed')
  await whenSaid(1, 2)
})

test('a deleted connection gets no more events', async () => {
  await deleteConnection(world.platform, world.ctxAs(world.ana), 2)
  expect(await deliver('104', said('m1', 'tarde'))).toBe('200 unknown')
  expect(await world.platform.names.accounts.find('facebook 104')).toBeUndefined()
})

test.each(['filed', 'interpreting'])(
  'a process killed when events were %s: the next one interprets each once',
  async (moment) => {
    const { platform, dataDir } = world
    await connections.stop()
    await webhook.stop()
    await shutdown(platform)
    cleanUps.splice(0)
    cleanUps.push(() => rmSync(dataDir, { recursive: true, force: true }))
    const payloads = [said('m1', 'um'), said('m2', 'dois')].map((event) => JSON.stringify(event))
    const child = Bun.spawn(
      [process.execPath, join(import.meta.dir, '../..', 'testing/process/page-crash-child.ts'), moment, ...payloads],
      { env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'error' }, stdout: 'pipe', stderr: 'inherit' },
    )
    expect(await new Response(child.stdout).text()).toBe('filed')
    await child.exited
    expect(child.signalCode).toBe('SIGKILL')

    const next = compose({ config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }) })
    cleanUps.push(() => shutdown(next))
    const { sqlite: file } = createContext(next.files.use(1)).company
    const count = (table: string) => file.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`).get()?.n
    expect([count('inbound_event'), count('message'), count('ticket')]).toEqual([2, 0, 0])
    const supervisor = composeConnections(next, { supervisor: supervisorOptions })
    cleanUps.push(() => supervisor.stop())
    await supervisor.boot()
    await until(() => count('inbound_event') === 0, 'the events to be interpreted')
    expect(file.query('SELECT body FROM message ORDER BY id').values()).toEqual([['um'], ['dois']])
    expect(count('ticket')).toBe(1)
  },
)
