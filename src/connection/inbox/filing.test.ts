import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Account } from '../../testing/services/whatsapp-server/account/phone.types'
import { createWhatsAppWorld, until, type WhatsAppWorld } from '../../testing/whatsapp/whatsapp-world'

let world: WhatsAppWorld
let account: Account
beforeEach(async () => {
  world = await createWhatsAppWorld({ world: { environment: { LOG_LEVEL: 'silent' } } })
  account = await world.pair('5511900000001')
})
afterEach(() => world.stop())

const maria = () => world.server.phone('5511977776666', { name: 'Maria' })
const bodies = () => world.messages().map(({ body }) => body)
const sqlite = () => world.ctx(1).company.sqlite
const fill = (...tables: string[]) => fillFor('INSERT', tables)
const fillFor = (what: string, tables: string[]) => {
  const full = "BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
  for (const table of tables) sqlite().run(`CREATE TRIGGER full_${table} BEFORE ${what} ON ${table} ${full}`)
}
const empty = (...tables: string[]) => {
  for (const table of tables) sqlite().run(`DROP TRIGGER full_${table}`)
}

test('does not acknowledge a message that cannot be filed, which is delivered again', async () => {
  await maria().say(account, 'antes')
  await until(() => bodies().length === 1, 'the first')
  fill('inbound_event', 'message')
  const { logins } = account
  await maria().sayMany(account, ['um', 'dois'])
  await until(() => account.logins > logins, 'the session to be cut')
  expect(account.unacknowledged).toBeGreaterThan(0)
  empty('inbound_event', 'message')
  await until(() => bodies().length === 3, 'all of them')
  await account.whenDrained()
  expect(bodies()).toEqual(['antes', 'um', 'dois'])
})

test('on a full disk acknowledges only what is stored; with free space everything arrives once', async () => {
  await maria().say(account, 'antes')
  await until(() => bodies().length === 1, 'the first')
  const pages = sqlite().query<{ page_count: number }, []>('PRAGMA page_count').get()?.page_count
  sqlite().run(`PRAGMA max_page_count = ${pages}`)
  const { logins } = account
  const texts = Array.from({ length: 30 }, (_, index) => `${index} ${'x'.repeat(4000)}`)
  await maria().sayMany(account, texts)
  await until(() => account.logins > logins, 'the session to be cut')
  sqlite().run('PRAGMA max_page_count = 1000000')
  sqlite().run('UPDATE inbound_event SET retry_at = 0')
  await until(() => bodies().length === 1 + texts.length, 'all of them')
  await account.whenDrained()
  expect(bodies().toSorted()).toEqual(['antes', ...texts].toSorted())
})

test('does not acknowledge an unreadable message that cannot be recorded', async () => {
  await maria().say(account, 'antes')
  await until(() => bodies().length === 1, 'the first')
  sqlite().run(`DELETE FROM whatsapp_key WHERE category = 'session'`)
  await world.connections.restart(1)
  await world.whenStatus('CONNECTED')
  fill('missing_message')
  const { logins } = account
  // Names a pre-key that was already used.
  await maria().say(account, 'ilegível')
  await until(() => account.logins > logins, 'the session to be cut')
  expect(account.unacknowledged).toBeGreaterThan(0)
  empty('missing_message')
  await until(() => bodies().includes('ilegível'), 'the message itself')
  expect(bodies()).toEqual(['antes', 'ilegível'])
})

test('receipts that cannot be filed are delivered again', async () => {
  const { id } = await maria().say(account, 'oi')
  await until(() => bodies().length === 1, 'a ticket')
  const ticket = world.messages().find((message) => message['provider_id'] === id)?.['ticket_id']
  const ana = await world.as(world.ana)
  await ana.put(`/tickets/${ticket}`, { status: 'open', queueId: 1 })
  await ana.post(`/messages/${ticket}`, { body: 'resposta' })
  const got = await maria().received(({ text }) => text === 'resposta')
  const ack = () => world.messages().find((message) => message['provider_id'] === got.id)?.['ack']
  await until(() => ack() === 2, 'delivered')
  fill('inbound_event')
  fillFor('UPDATE OF ack', ['message'])
  const { logins } = account
  await maria().markRead(got)
  await until(() => account.logins > logins, 'the session to be cut')
  empty('inbound_event', 'message')
  await until(() => ack() === 3, 'read')
})

test('events filed but not interpreted when the process ended are interpreted by the next one', async () => {
  fill('message')
  await maria().sayMany(account, ['um', 'dois'])
  await account.whenDrained()
  await until(
    () => sqlite().query('SELECT 1 FROM inbound_event WHERE error IS NOT NULL').all().length === 2,
    'both filed',
  )
  expect(bodies()).toEqual([])
  empty('message')
  sqlite().run('UPDATE inbound_event SET retry_at = 0')
  world.connections.find(1, 1)?.wakeInbox()
  await until(() => bodies().length === 2, 'both')
  expect(bodies()).toEqual(['um', 'dois'])
})

test('history after a new pairing: only messages newer than the last stored one are new', async () => {
  const day = 86_400_000
  const chat = (ago: number, text: string) => ({ text, at: Date.now() - ago })
  await maria().say(account, 'conhecida')
  await until(() => bodies().length === 1, 'the first')
  sqlite().run('UPDATE connection SET last_message_at = ?', [Date.now() - day])
  const messages = [chat(3 * day, 'antiga'), chat(day / 2, 'perdida')]
  await account.sendHistory([{ with: maria(), messages }], { kind: 'recent' })
  await until(() => bodies().includes('perdida'), 'what was lost')
  expect(bodies()).toEqual(['conhecida', 'perdida'])
})
