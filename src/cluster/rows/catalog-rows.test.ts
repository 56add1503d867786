import { afterAll, afterEach, beforeAll, expect } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCheckpoints } from '../../kernel/database/checkpoints'
import { replicatedRows } from '../../kernel/database/replicated-rows'
import { createLog } from '../../kernel/log'
import { productFile } from '../../kernel/product-files'
import { openCatalog } from '../../platform/catalog'
import { type NatsServers, natsServerPath, startNatsServers } from '../../testing/cluster/nats-servers'
import { natsTest, until } from '../../testing/cluster/nats-test'
import { connectNats } from '../nats/connect-nats'
import { openStores } from '../nats/stores'
import { sharedTables, createCatalogRows } from './catalog-rows'
import { createOwnerCalls } from './owner-calls'

const log = createLog('silent')
const arrivalMsMax = 5_000
let servers: NatsServers
const folder = mkdtempSync(join(tmpdir(), 'recado-rows-'))
const stops: (() => unknown)[] = []

beforeAll(async () => {
  if (natsServerPath) servers = await startNatsServers(1)
}, 60_000)

/** A host has one owner of the business. */
const owners: { disown(): void }[] = []
afterEach(() => owners.splice(0).forEach((rows) => rows.disown()))

afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
  if (natsServerPath) await servers.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function startCatalog(name: string) {
  const catalog = openCatalog(join(folder, name), productFile('migrations/platform'), createCheckpoints(log))
  const nats = await connectNats({ urls: servers.urls, name, log })
  const { rows: bucket } = await openStores(nats)
  const rows = createCatalogRows({
    nats,
    calls: createOwnerCalls(nats.connection),
    bucket,
    rows: replicatedRows(catalog.sqlite, sharedTables),
  })
  owners.push(rows)
  stops.push(
    () => catalog.close(),
    () => nats.close(),
    () => rows.stop(),
  )
  const settings = () =>
    catalog.sqlite
      .query<{ key: string; value: string }, []>('SELECT key, value FROM platform_setting ORDER BY key')
      .all()
  const set = (key: string, value: string) =>
    catalog.sqlite
      .query('INSERT INTO platform_setting (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
      .run(key, value)
  return { catalog, rows, settings, set }
}

natsTest('a node has what the owner of the business wrote, and writes on when it becomes the owner', async () => {
  const [first, second] = [await startCatalog('n1'), await startCatalog('n2')]
  first.set('before', 'there')
  // A table of nothing but its key.
  const retired = (node: typeof first) => node.catalog.sqlite.query('SELECT * FROM retired_webhook').all()
  for (const { catalog } of [first, second]) catalog.sqlite.run("INSERT INTO retired_webhook VALUES ('both')")
  await first.rows.join()
  await first.rows.own()
  // A value of its own goes: the servers' catalog is the one that counts.
  second.set('alone', 'gone')
  await second.rows.join()
  expect(second.settings()).toEqual([{ key: 'before', value: 'there' }])
  expect(retired(second)).toEqual([{ webhook_key: 'both' }])

  first.set('before', 'ção "quoted"')
  first.set('passing', 'x')
  first.set('later', '2')
  await first.rows.settled()
  expect(first.rows.settled()).toBeUndefined()
  first.catalog.sqlite.run("DELETE FROM platform_setting WHERE key = 'passing'")
  await first.rows.settled()
  const expected = [
    { key: 'before', value: 'ção "quoted"' },
    { key: 'later', value: '2' },
  ]
  await until(() => JSON.stringify(second.settings()) === JSON.stringify(expected), arrivalMsMax)

  first.rows.disown()
  await second.rows.own()
  second.set('later', '3')
  await second.rows.settled()
  await until(() => first.settings().some(({ key, value }) => key === 'later' && value === '3'), arrivalMsMax)
  expect(second.settings()).toEqual([expected[0] ?? { key: '', value: '' }, { key: 'later', value: '3' }])
})

natsTest('changes of one row arrive in their order, and each node keeps its own columns', async () => {
  const [first, second] = [await startCatalog('n3'), await startCatalog('n4')]
  await first.rows.join()
  await first.rows.own()
  const { sqlite } = first.catalog
  sqlite.run(`INSERT INTO plan (id, name, name_key, created_at, updated_at) VALUES (90, 'Plano', 'plano', 0, 0)`)
  sqlite.run(`INSERT INTO company (id, name, name_key, email, plan_id, due_date, created_at, updated_at)
    VALUES (7, 'Casa', 'casa', 'a@b.test', 90, '2027-01-01', 0, 0)`)
  await first.rows.settled()
  await second.rows.join()
  second.catalog.sqlite.run('UPDATE company SET next_job_at = 5 WHERE id = 7')
  sqlite.run('UPDATE company SET next_job_at = 9 WHERE id = 7')
  expect(first.rows.settled()).toBeUndefined()
  const settling: (Promise<void> | undefined)[] = []
  for (let index = 0; index < 200; index++) {
    sqlite.run(`UPDATE company SET phone = '${index}' WHERE id = 7`)
    settling.push(first.rows.settled())
  }
  await Promise.all(settling)
  const read = () =>
    second.catalog.sqlite.query<{ phone: string; at: number }, []>('SELECT phone, next_job_at AS at FROM company').get()
  await until(() => read()?.phone === '199', arrivalMsMax)
  expect(read()).toEqual({ phone: '199', at: 5 })
})

natsTest('what another node changes reaches the owner once, with only its columns, and then every node', async () => {
  const [owner, other] = [await startCatalog('n5'), await startCatalog('n6')]
  await owner.rows.join()
  await owner.rows.own()
  const { sqlite } = owner.catalog
  sqlite.run(`INSERT INTO plan (id, name, name_key, created_at, updated_at) VALUES (91, 'Plano 2', 'plano 2', 0, 0)`)
  sqlite.run(`INSERT INTO company (id, name, name_key, email, plan_id, due_date, created_at, updated_at)
    VALUES (8, 'Padaria', 'padaria', 'p@b.test', 91, '2027-01-01', 0, 0)`)
  await owner.rows.settled()
  await other.rows.join()
  // Both add an entry under the same number, and change other columns of the same row.
  const audit = (node: typeof owner, type: string) =>
    node.catalog.sqlite.query('INSERT INTO audit (at, type) VALUES (1, ?)').run(type)
  audit(owner, 'one')
  audit(other, 'two')
  sqlite.run("UPDATE company SET due_date = '2028-01-01' WHERE id = 8")
  other.catalog.sqlite.run('UPDATE company SET messages = 12 WHERE id = 8')
  await Promise.all([owner.rows.settled(), other.rows.settled()])
  const read = (node: typeof owner) => ({
    company: node.catalog.sqlite.query('SELECT due_date, messages FROM company WHERE id = 8').get(),
    audit: node.catalog.sqlite.query<{ type: string }, []>('SELECT type FROM audit ORDER BY type').all(),
  })
  const expected = { company: { due_date: '2028-01-01', messages: 12 }, audit: [{ type: 'one' }, { type: 'two' }] }
  for (const node of [owner, other]) await until(() => Bun.deepEquals(read(node), expected), arrivalMsMax)

  // Nobody owns the business for a moment: what is changed waits for the next owner.
  owner.rows.disown()
  audit(other, 'three')
  let isSettled = false
  const settling = other.rows.settled()?.then(() => (isSettled = true))
  await Bun.sleep(300)
  expect(isSettled).toBe(false)
  await owner.rows.own()
  await settling
  await until(() => read(owner).audit.length === 3, arrivalMsMax)
})
