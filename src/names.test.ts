import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, readMigrations } from './kernel/database/migrate'
import { cleanName, nameKey } from './kernel/text/name-text.contract'
import { messageEvent, receive } from './testing/conversation/inbound'
import { type Caller, createWorld, signIn, type World } from './testing/world/world'

let world: World
let ana: Caller, sofia: Caller
beforeEach(async () => {
  world = await createWorld()
  ;({ ana, sofia } = await signIn(world, 'ana', 'sofia'))
})
afterEach(() => world.stop())

const plan = { users: 1, connections: 1, queues: 1, amount: 1 }
const user = { email: 'nova@acme.test', password: 'segredo-1', profile: 'user', queueIds: [] }
const company = { email: 'chefe@nova.test', password: 'segredo-1', planId: 1, recurrence: 'MENSAL', status: true }
let colours = 0
const nextColour = () => `#${String(++colours).padStart(6, '0')}`

/** Every call that creates a record with a name. */
const makers: Record<string, (name: string) => Promise<{ status: number; body: Record<string, unknown> }>> = {
  queue: (name) => ana.post('/queue', { name, color: nextColour(), greetingMessage: '', outOfHoursMessage: '' }),
  tag: (name) => ana.post('/tags', { name, color: '#123456', kanban: 0 }),
  connection: (name) => ana.post('/whatsapp', { name, queueIds: [] }),
  user: (name) => ana.post('/users', { ...user, name }),
  contact: (name) => ana.post('/contacts', { name, number: '5511955554444' }),
  plan: (name) => sofia.post('/plans', { ...plan, name }),
  company: (name) => sofia.post('/companies', { ...company, name }),
  announcement: (title) => sofia.post('/announcements', { title, text: 'Texto' }),
  chat: (title) => ana.post('/chats', { title, users: [2] }),
}
const nameOf = (body: Record<string, unknown>) => body['name'] ?? body['title']

test.each(Object.keys(makers))('a %s is named in visible, composed characters', async (kind) => {
  const make = makers[kind] ?? expect.unreachable()
  for (const nothing of [
    '\u200b\u200b\u200b\u200b',
    '\u202e\u2066\u200f\u061c',
    '\0\u0007\u0001\u0002',
    '\u3164\u2800\u00ad\u115f',
  ]) {
    const { status, body } = await make(nothing)
    expect([kind, nothing, status, Object.keys(body['fields'] ?? {})]).toEqual([
      kind,
      nothing,
      400,
      [kind === 'announcement' || kind === 'chat' ? 'title' : 'name'],
    ])
  }
  const { status, body } = await make(' \u202eFe\u0301rias\u200b \t do \0 👨‍👩‍👧 ❤️\u2069 ')
  expect([kind, status, nameOf(body)]).toEqual([kind, 200, 'Férias do 👨‍👩‍👧 ❤️'])
})

test.each(['queue', 'tag', 'connection', 'plan', 'company'])(
  'two names of a %s must differ in more than case and accents',
  async (kind) => {
    const make = makers[kind] ?? expect.unreachable()
    const { body: first } = await make('Férias')
    expect(nameOf(first)).toBe('Férias')
    for (const same of ['FÉRIAS', 'ferias', 'Fe\u0301rias', 'Fé\u200brias', ' Férias ']) {
      const { status, body } = await make(same)
      expect([same, status, body['fields']]).toEqual([same, 400, { name: 'nameTaken' }])
    }
  },
)

test('a record keeps its own name, also in another spelling', async () => {
  const { body: tag } = await makers['tag']!('Férias')
  expect((await ana.put(`/tags/${tag['id']}`, { name: 'FÉRIAS' })).body).toMatchObject({ name: 'FÉRIAS' })
  expect((await ana.put(`/tags/${tag['id']}`, { name: 'FÉRIAS', color: '#654321' })).status).toBe(200)
})

test('cleans a name from a provider, and keeps a contact with a long or short one editable', async () => {
  const long = 'Maria '.repeat(30).trim()
  receive(
    world,
    1,
    messageEvent({
      phone: '5511977770001',
      chat: { addresses: [{ kind: 'phone', value: '5511977770001' }], name: `\u202e${long}\u200b` },
    }),
    messageEvent({
      phone: '5511977770002',
      chat: { addresses: [{ kind: 'phone', value: '5511977770002' }], name: 'M' },
    }),
  )
  for (const [number, name] of [
    ['5511977770001', long],
    ['5511977770002', 'M'],
  ]) {
    const [contact] = (await ana.get(`/contacts?searchParam=${number}`)).body['contacts']
    expect(contact.name).toBe(name)
    const answer = await ana.put(`/contacts/${contact.id}`, { name, number, email: 'a@b.com', extraInfo: [] })
    expect([answer.status, answer.body]).toMatchObject([200, { name, email: 'a@b.com' }])
  }
})

test.each(['abc', '+55 11', '(11) 98434-8839 ramal', '1'.repeat(16)])('sign-up refuses the phone %p', async (phone) => {
  const body = { name: 'Nova', email: 'nova@nova.test', password: 'segredo-1', companyName: 'Nova', planId: 1 }
  const { status, body: answer } = await world.nobody.post('/auth/signup', { ...body, phone })
  expect([status, answer['fields']]).toEqual([400, { phone: 'phone' }])
  const changed = await ana.put('/users/2', { phone })
  expect([changed.status, changed.body['fields']]).toEqual([400, { phone: 'phone' }])
})

test('a migration keeps records with equal names, each with its own key', () => {
  const known = readMigrations(join(import.meta.dir, '../migrations/company'))
  const before = known.findIndex(({ name }) => name.endsWith('name-key.sql'))
  const folder = mkdtempSync(join(tmpdir(), 'recado-names-'))
  const db = new Database(join(folder, 'company.sqlite'), { create: true })
  db.run('PRAGMA foreign_keys = ON')
  const run = (count: number) => migrate(db, known.slice(0, count))
  run(before)
  const queue = db.query('INSERT INTO queue (name, color, created_at, updated_at) VALUES (?, ?, 0, 0)')
  const tag = db.query("INSERT INTO tag (name, kanban, color, created_at, updated_at) VALUES (?, ?, '#1', 0, 0)")
  queue.run('Férias', '#1')
  queue.run('FÉRIAS', '#2')
  queue.run('Vendas', '#3')
  tag.run('Ótimo', 0)
  tag.run('ótimo', 0)
  tag.run('ÓTIMO', 1)
  run(known.length)
  const keys = (table: string) => db.query(`SELECT name, name_key AS key FROM ${table} ORDER BY id`).values()
  expect(keys('queue')).toEqual([
    ['Férias', 'ferias'],
    ['FÉRIAS', 'ferias\n2'],
    ['Vendas', 'vendas'],
  ])
  expect(keys('tag')).toEqual([
    ['Ótimo', 'otimo'],
    ['ótimo', 'otimo\n2'],
    ['ÓTIMO', 'otimo'],
  ])
  expect(() => db.run("UPDATE queue SET name_key = 'ferias' WHERE id = 3")).toThrow('UNIQUE')
  db.close()
  rmSync(folder, { recursive: true })
})

test('keeps invisible characters within emoji, which do not affect uniqueness', () => {
  for (const name of ['👨‍👩‍👧‍👦', '❤️‍🔥', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👍🏽', '🇧🇷']) expect([name, cleanName(name)]).toEqual([name, name])
  expect(nameKey('❤️ Amigos')).toBe(nameKey('❤ amigos'))
})
