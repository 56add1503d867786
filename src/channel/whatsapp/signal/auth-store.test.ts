import { Curve, proto } from '@whiskeysockets/baileys'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { fileInbound } from '../../../connection/inbox/file-inbound'
import { createWorld, type World } from '../../../testing/world/world'
import { forgetOldKeys } from './daily-keys'
import { stub } from '../../../testing/stub'
import type { ChannelHost } from '../../channel-driver'
import { serveLine } from '../line/serve-line'
import { filingCategory, openAuthStore, SealedByAnotherHost } from './auth-store'
import type { Sealer } from './sealed-records'
import { forgetKeys } from './stored-records'
import type { WhatsAppOptions } from '../whatsapp-options'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.stop())

/** The test answers the line in place of the main thread. */
function open(sealer: Sealer = world.platform.hostKey, companyId = 1, onAsk = async () => {}) {
  const host = stub<ChannelHost>({
    connectionId: 1,
    context: () => world.ctx(companyId),
    file: (payloads: readonly string[]) => fileInbound(world.ctx(companyId), 1, payloads),
  })
  const { tells, asks } = serveLine(host, stub<WhatsAppOptions>({ log: world.platform.log }))
  const all: Record<string, Function> = { ...tells, ...asks }
  const main = {
    ids: { company: companyId, connection: 1 },
    tell: (name: string, ...given: readonly unknown[]) => void all[name]?.(...given),
    async ask(name: string, ...given: readonly unknown[]) {
      const answer: unknown = all[name]?.(...given)
      await onAsk()
      return answer
    },
    afterStored: () => {},
    onFailure: () => {},
  }
  return openAuthStore(main as never, sealer)
}
const stored = (table: string, companyId = 1) =>
  world.ctx(companyId).company.sqlite.query<Record<string, unknown>, []>(`SELECT * FROM ${table}`).all()
const session = (text: string) => ({ session: { '5511.0': { _sessions: { a: text }, version: 'v1' } as never } })

async function linked(companyId = 1) {
  const store = await open(undefined, companyId)
  const bytes = Curve.generateKeyPair().public
  const account = { details: bytes, accountSignatureKey: bytes, accountSignature: bytes, deviceSignature: bytes }
  Object.assign(store.creds, { me: { id: '5511900000001:1@s.whatsapp.net' }, account })
  store.saveCreds()
  return store
}

test('returns credentials and keys as stored, bytes as bytes', async () => {
  const before = await linked()
  const pair = Curve.generateKeyPair()
  before.keys.set({
    'pre-key': { 7: pair },
    'app-state-sync-key': { AB: proto.Message.AppStateSyncKeyData.create({ keyData: new Uint8Array([1, 2]) }) },
    ...session('x'),
  })
  const after = await open()
  expect(after.paired()).toBe(true)
  expect(Buffer.from(after.creds.noiseKey.private)).toEqual(Buffer.from(before.creds.noiseKey.private))
  expect(Buffer.from((await after.keys.get('pre-key', ['7']))['7']?.private ?? [])).toEqual(Buffer.from(pair.private))
  expect(Buffer.from((await after.keys.get('app-state-sync-key', ['AB']))['AB']?.keyData ?? [])).toEqual(
    Buffer.from([1, 2]),
  )
  expect(await after.keys.get('session', ['5511.0', 'unknown'])).toEqual(session('x').session)
})

test('stores no secret in plain text', async () => {
  ;(await linked()).keys.set(session('geheim'))
  for (const { value } of stored('whatsapp_key') as { value: Uint8Array }[]) {
    expect(Buffer.from(value).toString('latin1')).not.toMatch(/geheim|noiseKey|_sessions/)
  }
})

test('stores a ratchet step and its message together or not at all', async () => {
  const store = await linked()
  const step = (text: string, payload: string) => ({ ...session(text), [filingCategory]: { 1: payload } })
  store.keys.set(step('one', 'first') as never)
  expect(stored('inbound_event')).toMatchObject([{ payload: 'first' }])

  world
    .ctx(1)
    .company.sqlite.run(
      `CREATE TRIGGER full BEFORE INSERT ON inbound_event BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`,
    )
  expect(() => store.keys.set(step('two', 'second') as never)).toThrow('the disk is full')
  expect(await (await open()).keys.get('session', ['5511.0'])).toEqual(session('one').session)
})

test('does not store the same bytes twice, but objects that were changed in place', async () => {
  const store = await linked()
  const changes = () => world.ctx(1).company.sqlite.query('SELECT total_changes()').values()
  const step = { session: { '5511.0': Buffer.from([1, 2]) } }
  store.keys.set(step)
  const before = changes()
  store.keys.set(step)
  expect(changes()).toEqual(before)
  store.keys.set({ session: { '5511.0': Buffer.from([1, 3]) } })
  store.keys.set(step)
  expect(Buffer.from((await (await open()).keys.get('session', ['5511.0']))['5511.0'] ?? [])).toEqual(
    Buffer.from([1, 2]),
  )

  const members: Record<string, boolean> = { ana: true }
  store.keys.set({ 'sender-key-memory': { group: members } })
  members['rui'] = true
  store.keys.set({ 'sender-key-memory': { group: members } })
  expect(await (await open()).keys.get('sender-key-memory', ['group'])).toEqual({ group: { ana: true, rui: true } })
})

test('asks once for what several wait for, and keeps no record that was overwritten meanwhile', async () => {
  const before = await linked()
  before.keys.set({ 'lid-mapping': { 1: 'a', 2: 'b' } })
  let asks = 0
  const store = await open(undefined, 1, async () => {
    asks++
    await Bun.sleep(1)
  })
  asks = 0
  const ahead = store.readAhead([1, 2, 3].map((id) => ({ category: 'lid-mapping', id: String(id) })))
  const read = store.keys.get('lid-mapping', ['1', '3'])
  store.keys.set({ 'lid-mapping': { 2: 'c' } })
  await ahead
  expect(await read).toEqual({ 1: 'a' })
  expect(await store.keys.get('lid-mapping', ['1', '2', '3'])).toEqual({ 1: 'a', 2: 'c' })
  expect(asks).toBe(1)
  store.keys.set({ 'lid-mapping': { 1: null as never, 3: 'd' } })
  expect(await store.keys.get('lid-mapping', ['1', '3'])).toEqual({ 3: 'd' })
})

test('removes a key from the cache and the file', async () => {
  const store = await linked()
  store.keys.set(session('x'))
  store.keys.set({ session: { '5511.0': null } })
  expect(await store.keys.get('session', ['5511.0'])).toEqual({})
  expect(await (await open()).keys.get('session', ['5511.0'])).toEqual({})
})

test('restarts an unfinished pairing without the keys of the previous one', async () => {
  const store = await open()
  store.creds.me = { id: '5511900000001@s.whatsapp.net', name: '~' }
  store.saveCreds()
  store.keys.set(session('x'))
  const next = await open()
  expect(next.creds.me).toBeUndefined()
  expect(stored('whatsapp_key')).toEqual([])
})

test('distinguishes credentials of another host from missing ones, and keeps them', async () => {
  await linked()
  const other: Sealer = {
    seal: (text) => text,
    unseal: () => {
      throw new Error('wrong key')
    },
  }
  await expect(open(other)).rejects.toThrow(SealedByAnotherHost)
  expect(stored('whatsapp_key')).toHaveLength(1)
})

test('ignores late timers of Baileys after its session has ended', async () => {
  const store = await linked()
  store.keys.set(session('x'))
  store.close()
  store.keys.set(session('late'))
  expect(await store.keys.get('session', ['5511.0'])).toEqual({})
  expect(await (await open()).keys.get('session', ['5511.0'])).toEqual(session('x').session)
})

test('separates the same connection id of two companies', async () => {
  await linked()
  expect((await open(undefined, 2)).paired()).toBe(false)
  expect(stored('whatsapp_key', 2)).toEqual([])
})

test('forgets the marks and messages of days before the last week, of this connection only', async () => {
  const { company, now } = world.ctx(1)
  const found = company.sqlite
    .query<{ id: number }, []>(
      `INSERT INTO connection (name, channel, token, created_at, updated_at) VALUES ('Outra', 'whatsapp', 'x', 0, 0) RETURNING id`,
    )
    .get()
  const other = found?.id ?? 0
  const day = (ago: number) => new Date(now.getTime() - ago * 86_400_000).toISOString().slice(0, 10)
  const put = (connection: number, kind: string, ago: number) =>
    company.sqlite.run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
       INSERT INTO whatsapp_key (connection_id, category, id, value) SELECT ?, ?, i, x'' FROM n`,
      [connection, `${kind}-${day(ago)}`],
    )
  for (const kind of ['read', 'sent']) for (const ago of [0, 7, 8, 30]) put(1, kind, ago)
  put(other, 'sent', 30)
  await forgetOldKeys(world.ctx(1), 1)
  const left = company.sqlite
    .query('SELECT connection_id, category, count(*) FROM whatsapp_key GROUP BY 1, 2 ORDER BY 1, 2')
    .values()
  const kept = ['read', 'sent'].flatMap((kind) => [7, 0].map((ago) => [1, `${kind}-${day(ago)}`, 1200]))
  expect(left).toEqual([...kept, [other, `sent-${day(30)}`, 1200]])
})

test('forgets the credentials at once and other keys in turns, of this connection only', async () => {
  for (const company of [1, 2]) {
    await linked(company)
    world.ctx(company).company.sqlite.run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40000)
       INSERT INTO whatsapp_key (connection_id, category, id, value) SELECT 1, 'session', i, zeroblob(300) FROM n`,
    )
  }
  const ofGlobex = stored('whatsapp_key', 2).length
  const forgetting = forgetKeys(world.ctx(1), 1)
  const left = stored('whatsapp_key')
  expect(left.length).toBeGreaterThan(0)
  expect(left.filter(({ category }) => category === 'creds')).toEqual([])
  await forgetting
  expect(stored('whatsapp_key')).toEqual([])
  expect(stored('whatsapp_key', 2)).toHaveLength(ofGlobex)
})
