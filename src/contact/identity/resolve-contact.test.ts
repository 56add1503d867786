import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Address } from '../../channel/channel'
import { findActiveTicket, getTicketRow } from '../../ticket/ticket.queries'
import { addTicket } from '../../testing/conversation/tickets'
import { isUnnamed } from './contact-name'
import { createWorld, type World } from '../../testing/world/world'
import { findContactAddress } from './contact-address'
import { findContactRow } from '../contact.queries'
import { learnIdentity, resolveContact } from './resolve-contact'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.stop())

const phone = (value: string): Address => ({ kind: 'phone', value })
const lid = (value: string): Address => ({ kind: 'lid', value })
const resolve = (addresses: [Address, ...Address[]], name?: string, connectionId = 1) =>
  resolveContact(world.ctx(1), { addresses, name }, { connectionId })
const countOf = (table: string, where = '1') =>
  world.ctx(1).company.sqlite.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table} WHERE ${where}`).get()?.n
const events = (type: string) => countOf('event', `type = '${type}'`)

test('finds a number stored with the ninth digit without it, and uses the provider’s form', () => {
  const contact = resolve([phone('551188880001')], 'Maria do WhatsApp')
  expect(contact).toMatchObject({ id: 1, name: 'Dona Maria', number: '551188880001' })
  expect(findContactAddress(world.ctx(1), contact, 1)).toEqual(phone('551188880001'))
  expect(countOf('contact')).toBe(1)
})

test('creates a new contact once, with the profile name, found without accents', () => {
  const contact = resolve([phone('5511977770000')], 'João Gonçalves')
  expect(contact).toMatchObject({ name: 'João Gonçalves', number: '5511977770000', isGroup: false, connectionId: 1 })
  expect(contact.searchText).toBe('joao goncalves 5511977770000')
  expect(resolve([phone('5511977770000')], 'Outro nome')).toEqual(contact)
  expect(events('contact.created')).toBe(1)
})

test('the profile name replaces a name that is only the number, never a chosen name', () => {
  expect(resolve([phone('5511977770000')]).name).toBe('5511977770000')
  expect(resolve([phone('5511977770000')], 'Rita')).toMatchObject({ name: 'Rita', searchText: 'rita 5511977770000' })
  expect(resolve([phone('5511977770000')], 'Rita Lee').name).toBe('Rita')
})

test('never reads a LID as a phone number, and adds the number once it is known', () => {
  const contact = resolve([lid('5511977770000')])
  expect(contact).toMatchObject({ number: '', name: 'Contato 0000' })
  expect(resolve([phone('5511977770000')]).id).not.toBe(contact.id)
  expect(findContactAddress(world.ctx(1), contact, 1)).toEqual(lid('5511977770000'))

  const other = resolve([lid('99887766')], 'Téo')
  const learnt = resolve([lid('99887766'), phone('5511966660000')])
  expect(learnt).toMatchObject({ id: other.id, name: 'Téo', number: '5511966660000' })
  expect(resolve([phone('551166660000')]).id).toBe(other.id)
})

test('ids of a page are its own: the same value on another connection is another contact', () => {
  world
    .ctx(1)
    .company.sqlite.run(
      "INSERT INTO connection (name, channel, token, created_at, updated_at) VALUES ('Página', 'facebook', 'x', 0, 0)",
    )
  const address: Address = { kind: 'page-scoped', value: '123456' }
  const one = resolve([address], 'Lia', 1)
  const other = resolve([address], 'Lia', 2)
  expect(other.id).not.toBe(one.id)
  expect(other.channel).toBe('facebook')
  expect(findContactAddress(world.ctx(1), other, 1)).toBeUndefined()
})

test('identifies a group by its id, and follows its subject', () => {
  const group = (name: string) =>
    resolveContact(
      world.ctx(1),
      { addresses: [{ kind: 'group', value: '120363000000000001' }], name },
      { connectionId: 1, isGroup: true },
    )
  expect(group('Família')).toMatchObject({ isGroup: true, number: '120363000000000001' })
  expect(group('Família Souza').name).toBe('Família Souza')
})

test('merges two contacts that prove to be one person with all their records, which can be undone', () => {
  const ctx = world.ctx(1)
  const known = resolve([phone('5511977770000')], 'Rita')
  const stranger = resolve([lid('4455')], 'Rita no LID')
  ctx.company.sqlite.run("INSERT INTO tag (name, color, created_at, updated_at) VALUES ('VIP', '#000000', 0, 0)")
  ctx.company.sqlite.run('INSERT INTO contact_tag VALUES (?, 1)', [stranger.id])
  const older = addTicket(ctx, { contactId: known.id, status: 'pending', queueId: 1 })
  const younger = addTicket(ctx, { contactId: stranger.id, status: 'open', queueId: 2, userId: 3 })
  for (const ticket of [older, younger]) {
    ctx.company.sqlite.run(
      'INSERT INTO message (ticket_id, contact_id, from_me, body, created_at) SELECT id, contact_id, 0, uuid, 0 FROM ticket WHERE id = ?',
      [ticket.id],
    )
  }
  ctx.company.sqlite.run('UPDATE ticket SET unread_messages = 2')

  const merged = resolve([lid('4455'), phone('5511977770000')])

  expect(merged).toMatchObject({ id: known.id, name: 'Rita', number: '5511977770000' })
  expect(findContactRow(ctx, stranger.id)).toBeUndefined()
  expect(countOf('contact_identity', `contact_id = ${known.id}`)).toBe(2)
  expect(countOf('contact_tag', `contact_id = ${known.id}`)).toBe(1)
  expect(countOf('message', `ticket_id = ${older.id} AND contact_id = ${known.id}`)).toBe(2)
  expect(getTicketRow(ctx, younger.id)).toMatchObject({ status: 'closed', contactId: known.id, unreadMessages: 0 })
  // Carla was writing on the newer ticket and continues on the older.
  expect(findActiveTicket(ctx, known.id, 1)).toMatchObject({
    id: older.id,
    status: 'open',
    userId: 3,
    queueId: 2,
    unreadMessages: 4,
  })
  expect([events('contact.merged'), events('ticket.merged'), events('ticket.closed')]).toEqual([1, 1, 1])
  const { data } = ctx.company.sqlite
    .query<{ data: string }, []>("SELECT data FROM event WHERE type = 'contact.merged'")
    .get() ?? { data: '{}' }
  expect(JSON.parse(data)).toMatchObject({
    fromContactId: stranger.id,
    from: { name: 'Rita no LID' },
    identities: [{ scope: 0, kind: 'lid', value: '4455' }],
    tagIds: [1],
  })
  expect(resolve([lid('4455')]).id).toBe(known.id)
})

test('creates no contacts for mentioned people; adds addresses to known contacts and merges duplicates', () => {
  const learn = (...addresses: [Address, ...Address[]]) =>
    learnIdentity(world.ctx(1), { addresses }, { connectionId: 1 })
  const before = countOf('contact')
  expect(learn(lid('77001'), phone('5511955550001'))).toBeUndefined()
  expect([countOf('contact'), countOf('contact_identity', "value = '77001'")]).toEqual([before, 0])
  expect(learn(lid('77002'), phone('5511988880001'))?.id).toBe(1)
  expect(resolve([lid('77002')]).id).toBe(1)
  const { id } = resolve([lid('77003')])
  expect(learn(lid('77003'), lid('77002'))?.id).toBe(1)
  expect(findContactRow(world.ctx(1), id)).toBeUndefined()
})

test('a name that is blank, a placeholder or only the number is replaced by the person’s own', () => {
  const number = '5511988880001'
  for (const name of ['', ' ', 'Contato 0001', number, '+55 (11) 98888-0001', '551188880001']) {
    expect([name, isUnnamed({ name, number })]).toEqual([name, true])
  }
  for (const name of ['Maria', 'Contato de Maria', '5511988880002', 'Maria 5511988880001']) {
    expect([name, isUnnamed({ name, number })]).toEqual([name, false])
  }
})
