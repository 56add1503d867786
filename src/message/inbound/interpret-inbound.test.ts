import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Party } from '../../channel/channel'
import { connectionTable } from '../../connection/connection.tables'
import { acceptTicket } from '../../ticket/assignment/accept-ticket'
import { ticketTable } from '../../ticket/ticket.tables'
import { setSetting } from '../../testing/conversation/conversation'
import {
  connectionOf,
  groupMessageEvent,
  messageEvent,
  newId,
  phones,
  receive,
} from '../../testing/conversation/inbound'
import { createWorld, type World } from '../../testing/world/world'
import { interpretInbound, DeferredEvent } from './interpret-inbound'
import { messageTable, outboundChangeTable } from '../message.tables'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.stop())

const messages = (companyId = 1) => world.ctx(companyId).db.select().from(messageTable).all()
const tickets = (companyId = 1) => world.ctx(companyId).db.select().from(ticketTable).all()
const eventTypes = () =>
  world
    .ctx(1)
    .company.sqlite.query<{ type: string }, []>('SELECT type FROM event ORDER BY number')
    .all()
    .map(({ type }) => type)
    .filter((type) => type.startsWith('message.'))

test('opens a ticket, and stores and publishes the message once', () => {
  const event = messageEvent({ text: 'Bom dia' })
  receive(world, 1, event)
  expect(messages()).toMatchObject([
    { body: 'Bom dia', fromMe: false, contactId: 1, ticketId: 1, providerId: event.id },
  ])
  expect(tickets()).toMatchObject([{ status: 'pending', unreadMessages: 1, lastMessage: 'Bom dia', lastMessageId: 1 }])
  const live = world.published.filter((message) => message.event === 'company-1-appMessage')
  expect(live).toHaveLength(1)
  expect(live[0]?.data).toMatchObject({ action: 'create', message: { id: 1, body: 'Bom dia' } })
  expect(live[0]?.topics).toContain('1/admin')
  expect(live[0]?.topics.every((topic) => topic.startsWith('1/'))).toBe(true)
  expect(messages(2)).toEqual([])
})

test('ignores replays, duplicates in a batch and events of a second connection', () => {
  const event = messageEvent()
  receive(world, 1, event, event)
  receive(world, 1, event)
  expect(messages()).toHaveLength(1)
  expect(tickets()[0]?.unreadMessages).toBe(1)
  expect(eventTypes()).toEqual(['message.received'])
  receive(world, 2, messageEvent({ id: event.id, phone: phones[2] }))
  expect(messages(2)).toHaveLength(1)
})

test('creates one ticket for two first messages in one batch', () => {
  receive(world, 1, messageEvent({ phone: '5511955550001' }), messageEvent({ phone: '5511955550001' }))
  expect(tickets()).toHaveLength(1)
  expect(tickets()[0]?.unreadMessages).toBe(2)
})

test('counts a late message as unread, and keeps the newest on the row', () => {
  const now = Date.now()
  receive(world, 1, messageEvent({ text: 'segunda', atMs: now - 1001 }))
  receive(world, 1, messageEvent({ text: 'primeira', atMs: now - 60_001 }))
  expect(tickets()[0]).toMatchObject({ lastMessage: 'segunda', unreadMessages: 2 })
})

test('stores no group messages unless the connection allows groups', () => {
  world.ctx(1).db.update(connectionTable).set({ allowGroup: false }).run()
  receive(world, 1, groupMessageEvent())
  expect(messages()).toEqual([])
  expect(tickets()).toEqual([])
  world.ctx(1).db.update(connectionTable).set({ allowGroup: true }).run()
  receive(world, 1, groupMessageEvent({ text: 'Reunião às 20h' }))
  expect(tickets()).toMatchObject([{ status: 'group', isGroup: true }])
  const author = messages()[0]?.contactId
  expect(author).not.toBe(tickets()[0]?.contactId)
})

test('treats a message typed on the phone as ours, and clears unread', () => {
  receive(world, 1, messageEvent(), messageEvent())
  receive(world, 1, messageEvent({ fromMe: true, text: 'Já respondo' }))
  expect(messages().at(-1)).toMatchObject({ fromMe: true, contactId: null, userId: null, ack: 1, sendState: null })
  expect(tickets()[0]).toMatchObject({ unreadMessages: 0, lastMessage: 'Já respondo' })
  expect(eventTypes().at(-1)).toBe('message.sent')
})

test('defers an event that names an unknown message, and applies the rest of the batch', () => {
  const late = newId()
  const edit = { type: 'edit', targetId: late, text: 'depois', atMs: 50, fromMe: false } as const
  const both = [edit, messageEvent({ text: 'outra' }), { type: 'receipt', targetIds: [late], ack: 2 } as const]
  let thrown: unknown
  try {
    receive(world, 1, ...both)
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(DeferredEvent)
  expect((thrown as DeferredEvent).events).toEqual([both[0]!, both[2]!])
  expect(messages().map(({ body }) => body)).toEqual(['outra'])
  receive(world, 1, messageEvent({ id: late, text: 'antes' }), ...both)
  expect(messages().map(({ body }) => body)).toEqual(['outra', 'depois'])
})

test('undoes nothing inside the caller’s transaction for a late event', () => {
  const ctx = world.ctx(1)
  ctx.transaction(() => {
    const early = { type: 'delete', targetId: 'unknown', atMs: 1, fromMe: false } as const
    expect(() => interpretInbound(ctx, connectionOf(world), [messageEvent(), early])).toThrow(DeferredEvent)
  })
  expect(messages()).toHaveLength(1)
})

test('replaces the placeholder of an unreadable message with the readable one', () => {
  const event = messageEvent({ content: { kind: 'unknown', note: 'undecryptable' } })
  receive(world, 1, event)
  expect(messages()[0]?.data).toEqual({ placeholder: 'undecryptable' })
  receive(world, 1, messageEvent({ id: event.id, phone: '5511900009999', text: 'forjada' }))
  expect(messages()).toMatchObject([{ body: '' }])
  receive(world, 1, { ...event, content: { kind: 'text', text: 'agora sim' } })
  expect(messages()).toMatchObject([{ body: 'agora sim', data: null }])
  expect(tickets()[0]).toMatchObject({ lastMessage: 'agora sim', unreadMessages: 1 })
})

test('shows on the ticket’s row that an unreadable message is awaited', async () => {
  const event = messageEvent({ content: { kind: 'unknown', note: 'undecryptable', awaited: true } })
  receive(world, 1, event)
  const ana = await world.as(world.ana)
  const row = async () => (await ana.get('/tickets?status=pending&showAll=true')).body.tickets[0]
  expect(await row()).toMatchObject({ lastMessage: '', lastMessageMark: { mediaType: null, isAwaited: true } })
  receive(world, 1, { ...event, content: { kind: 'text', text: 'agora sim' } })
  expect(await row()).toMatchObject({ lastMessage: 'agora sim', lastMessageMark: { isAwaited: false } })
})

test('stores history on a closed ticket, except messages newer than the newest seen', () => {
  receive(world, 1, messageEvent({ history: true, atMs: Date.now() - 86_400_000 }))
  expect(tickets()).toMatchObject([{ status: 'closed', imported: true, unreadMessages: 0 }])
  expect(eventTypes()).toEqual([])
  world
    .ctx(1)
    .db.update(connectionTable)
    .set({ lastMessageAt: new Date(Date.now() - 3_600_000) })
    .run()
  receive(world, 1, messageEvent({ history: true, atMs: Date.now() - 60_000, text: 'perdida' }))
  expect(tickets().at(-1)).toMatchObject({ status: 'pending', unreadMessages: 1, lastMessage: 'perdida' })
})

test('remembers the newest message seen on the connection, never one of the future', () => {
  receive(world, 1, messageEvent({ atMs: Date.now() + 86_400_000 }), messageEvent({ atMs: 1000 }))
  expect(connectionOf(world).lastMessageAt.getTime()).toBeLessThanOrEqual(Date.now())
  expect(connectionOf(world).lastMessageAt.getTime()).toBeGreaterThan(Date.now() - 60_000)
})

test('opens and counts nothing for a blocked contact', () => {
  world.ctx(1).company.sqlite.run('UPDATE contact SET active = 0 WHERE id = 1')
  receive(world, 1, messageEvent())
  expect(tickets()).toMatchObject([{ status: 'closed', unreadMessages: 0 }])
  expect(messages()).toHaveLength(1)
  expect(eventTypes()).toEqual([])
  expect(world.published.filter(({ event }) => event !== 'company-1-contact')).toEqual([])
})

test('records a call once; with calls off, rejects it and informs the caller', () => {
  const caller: Party = { addresses: [{ kind: 'phone', value: phones[1] }] }
  const call = (outcome: 'offered' | 'missed') =>
    ({ type: 'call', id: 'C1', caller, video: false, group: false, atMs: Date.now(), outcome }) as const
  receive(world, 1, call('offered'), call('offered'), call('missed'))
  expect(messages()).toMatchObject([{ mediaType: 'call_log', data: { call: { video: false, outcome: 'missed' } } }])
  expect(world.ctx(1).db.select().from(outboundChangeTable).all()).toEqual([])
  setSetting(world, 'acceptCallWhatsapp', 'disabled')
  setSetting(world, 'AcceptCallWhatsappMessage', 'Não atendemos ligações, {{name}}.')
  receive(world, 1, { ...call('offered'), id: 'C2' }, { ...call('offered'), id: 'C2' })
  expect(world.ctx(1).db.select().from(outboundChangeTable).all()).toMatchObject([{ kind: 'rejectCall' }])
  expect(messages().filter(({ fromMe }) => fromMe)).toMatchObject([
    { body: 'Não atendemos ligações, Dona Maria.', sendState: 'queued' },
  ])
})

test('truncates input of strangers and keeps it as text', () => {
  receive(
    world,
    1,
    messageEvent({ text: '<img src=x onerror=alert(1)>' }),
    messageEvent({ text: 'a'.repeat(200_000) }),
    messageEvent({ content: { kind: 'contacts', contacts: [{ name: '</script>', vcard: 'x'.repeat(100_000) }] } }),
  )
  expect(messages()[0]?.body).toBe('<img src=x onerror=alert(1)>')
  expect(messages()[1]?.body).toHaveLength(65_536)
  expect(messages()[2]?.data?.contacts?.[0]?.vcard).toHaveLength(65_536)
})

test('closes the ticket on a rating, and repeats the question up to the limit otherwise', () => {
  const { sqlite } = world.ctx(1).company
  sqlite.run(`UPDATE connection SET rating_message = 'De 1 a 5?', complation_message = 'Obrigado, {{firstName}}!',
    options = '{"maxUseBotQueuesNPS":1}'`)
  setSetting(world, 'userRating', 'enabled')
  receive(world, 1, messageEvent())
  acceptTicket(world.ctxAs(world.ana), 1, { queueId: 1 })
  sqlite.run(`UPDATE ticket SET status = 'nps', amount_used_bot_queues = 0`)
  receive(world, 1, messageEvent({ text: '9' }), messageEvent({ text: 'ótimo' }))
  expect(
    messages()
      .filter(({ fromMe }) => fromMe)
      .map(({ body }) => body),
  ).toEqual(['De 1 a 5?'])
  expect(tickets()[0]).toMatchObject({ status: 'nps', rating: null })
  receive(world, 1, messageEvent({ text: ' 4 ' }))
  expect(tickets()[0]).toMatchObject({ status: 'closed', rating: 4, ratingUserId: 1 })
  expect(messages().at(-1)?.body).toBe('Obrigado, Dona!')
})
