import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createSealer } from '../../kernel/config/host-key'
import { resealColumns } from '../../kernel/database/reseal-columns'
import { createWorld, type World } from '../../testing/world/world'
import { sealedColumns } from './sealed-columns'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.stop())

/** Named like a secret, but a hash, an id that the other side shows, or not the host's to seal. */
const notSealed = [
  'ai_usage.tokens_in',
  'ai_usage.tokens_out',
  'agent_answer.tokens_in',
  'agent_answer.tokens_out',
  'cloud_account.verify_token',
  'connection.token_hash',
  'page_account.token_expires_at',
  'prompt.max_tokens',
  'rule.token_hash',
  'session.token_hash',
]

test('each column that is named like a secret is sealed anew, or known not to be sealed', () => {
  const { sqlite } = world.ctx(1).company
  const columns = sqlite
    .query<{ name: string }, []>(
      `SELECT m.name || '.' || c.name AS name FROM sqlite_schema m, pragma_table_info(m.name) c
       WHERE m.type = 'table' AND (c.name GLOB '*token*' OR c.name GLOB '*secret*' OR c.name GLOB '*api_key*'
         OR c.name GLOB '*sealed*' OR c.name GLOB '*voice_key*')`,
    )
    .all()
    .map(({ name }) => name)
  const listed = sealedColumns.map(({ table, column }) => `${table}.${column}`)
  expect(columns.filter((name) => !listed.includes(name)).toSorted()).toEqual(notSealed.toSorted())
})

test('each column whose comment in the migrations says so is sealed anew', () => {
  const { sqlite } = world.ctx(1).company
  const tables = sqlite.query<{ name: string; sql: string }, []>(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%Sealed%'",
  )
  const commented = tables
    .all()
    .flatMap(({ name, sql }) =>
      [...sql.matchAll(/-- Sealed[^\n]*\n\s*(\w+)/g)].map(([, column]) => `${name}.${column}`),
    )
  const listed = sealedColumns.map(({ table, column }) => `${table}.${column}`)
  expect(commented.length).toBeGreaterThan(4)
  expect(commented.filter((name) => !listed.includes(name))).toEqual([])
})

test('every form of a sealed value opens under the new key, and what opened under none is dropped', async () => {
  const { hostKey } = world.platform
  const { sqlite } = world.ctx(1).company
  const bytes = (text: string) => Buffer.from(hostKey.seal(text), 'base64')
  const put = sqlite.query('INSERT INTO whatsapp_key (connection_id, category, id, value) VALUES (1, ?, ?, ?)')
  put.run('session', 'good', bytes('{"a":1}'))
  put.run('session', 'lost', Buffer.from('another host sealed this, and nobody can open it'))
  const job = sqlite.query('INSERT INTO job (kind, payload, run_at) VALUES (?, ?, 0)')
  job.run('mail.send', JSON.stringify({ key: 'k', sealed: hostKey.seal('mail'), before: null }))
  job.run('ticket.wake', JSON.stringify({ ticketId: 1, untilMs: 0 }))
  const held = { kind: 'mail.send', payload: JSON.stringify({ key: 'k', sealed: hostKey.seal('held mail') }) }
  sqlite.query("INSERT INTO held_row (kind, source, row) VALUES ('mail', 'job', ?)").run(JSON.stringify(held))
  sqlite.query('UPDATE connection SET token = ? WHERE id = 1').run(hostKey.seal('token'))
  const other = createSealer(Buffer.alloc(32, 7))
  const lost = await resealColumns(sqlite, sealedColumns, (sealed) => {
    try {
      return other.seal(hostKey.unseal(sealed))
    } catch {
      return undefined
    }
  })
  expect(lost).toBeGreaterThan(0)
  const value = (query: string) => sqlite.query(query).values()[0]?.[0]
  const open = (sealed: unknown) => other.unseal(String(sealed))
  expect(open(value('SELECT token FROM connection WHERE id = 1'))).toBe('token')
  expect(
    open(Buffer.from(value("SELECT value FROM whatsapp_key WHERE id = 'good'") as Buffer).toString('base64')),
  ).toBe('{"a":1}')
  expect(value("SELECT count(*) FROM whatsapp_key WHERE id = 'lost'")).toBe(0)
  expect(open(JSON.parse(String(value("SELECT payload FROM job WHERE kind = 'mail.send'"))).sealed)).toBe('mail')
  expect(value("SELECT payload FROM job WHERE kind = 'ticket.wake'")).toBe('{"ticketId":1,"untilMs":0}')
  const row = JSON.parse(String(value('SELECT row FROM held_row')))
  expect(open(JSON.parse(row.payload).sealed)).toBe('held mail')
})
