import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Party } from '../../channel/channel'
import { findTicketRowOf, listMessageRows, setSetting } from '../../testing/conversation/conversation'
import { groupMessageEvent, messageEvent, receive } from '../../testing/conversation/inbound'
import type { Answer } from '../../testing/world/requests'
import { setSwitches } from '../../testing/conversation/tickets'
import { type Caller, createWorld, type World } from '../../testing/world/world'
import { messageReactionTable } from '../message.tables'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.stop())

const messages = () => listMessageRows(world)
const tickets = () => [findTicketRowOf(world)]
const countEvents = () =>
  world.ctx(1).company.sqlite.query<{ n: number }, []>('SELECT count(*) AS n FROM event').get()?.n

test('applies an edit to text and row, rejects edits by the other side, and ignores older edits', () => {
  const { id } = messageEvent()
  receive(world, 1, messageEvent({ id, text: 'Ola' }))
  receive(world, 1, { type: 'edit', targetId: id, text: 'Olá, tudo bem?', atMs: 2000, fromMe: false })
  receive(world, 1, { type: 'edit', targetId: id, text: 'forjado', atMs: 3000, fromMe: true })
  receive(world, 1, { type: 'edit', targetId: id, text: 'Olaá', atMs: 1000, fromMe: false })
  expect(messages()[0]).toMatchObject({ body: 'Olá, tudo bem?', editedAt: new Date(2000) })
  expect(tickets()[0]?.lastMessage).toBe('Olá, tudo bem?')
})

test('keeps the body of a deleted message for the company', () => {
  const event = messageEvent({ text: 'apague isto' })
  receive(world, 1, event, { type: 'delete', targetId: event.id, atMs: 1, fromMe: false })
  expect(messages()[0]).toMatchObject({ isDeleted: true, body: 'apague isto' })
  expect(tickets()[0]?.lastMessage).toBe('apague isto')
})

async function lastMessagesOfContacts(calls: Caller): Promise<string[]> {
  const { body }: Answer = await calls.get('/contacts/?pageNumber=1')
  return body['contacts'].map(({ lastMessage }: { lastMessage: string }) => lastMessage).filter(Boolean)
}

test('hides deleted messages from everybody with lgpdDeleteMessage, also those deleted before', async () => {
  const event = messageEvent({ text: 'apague isto' })
  receive(world, 1, event, { type: 'delete', targetId: event.id, atMs: 1, fromMe: false })
  for (const person of [world.ana, world.bruno]) {
    const calls = await world.as(person)
    setSwitches(world.ctx(1), 2, { all_ticket: true })
    for (const [value, body] of [
      ['disabled', 'apague isto'],
      ['enabled', ''],
    ] as const) {
      for (const key of ['enableLGPD', 'lgpdDeleteMessage']) setSetting(world, key, value)
      expect((await calls.get('/messages/1')).body.messages[0]).toMatchObject({ body, isDeleted: true })
      expect((await calls.get('/tickets/1')).body.lastMessage).toBe(body)
      expect(await lastMessagesOfContacts(calls)).toEqual(body === '' ? [] : [body])
      const found = await calls.get('/tickets?status=search&searchOnMessages=true&searchParam=apague')
      expect(found.body.count).toBe(body === '' ? 0 : 1)
    }
  }
})

test('lets a connection decide whether deleted messages are hidden, within the LGPD of the company', async () => {
  const event = messageEvent({ text: 'apague isto' })
  receive(world, 1, event, { type: 'delete', targetId: event.id, atMs: 1, fromMe: false })
  const calls = await world.as(world.ana)
  const decide = (lgpdDeleteMessage: string) => calls.put('/whatsapp/1', { lgpdDeleteMessage, greetingMessage: 'Oi' })
  for (const [lgpd, company, own, body] of [
    ['enabled', 'enabled', 'disabled', 'apague isto'],
    ['enabled', 'enabled', 'inherit', ''],
    ['enabled', 'disabled', 'enabled', ''],
    ['enabled', 'disabled', 'inherit', 'apague isto'],
    ['disabled', 'enabled', 'enabled', 'apague isto'],
  ] as const) {
    setSetting(world, 'enableLGPD', lgpd)
    setSetting(world, 'lgpdDeleteMessage', company)
    expect((await decide(own)).body).toMatchObject({ lgpdDeleteMessage: own })
    expect((await calls.get('/messages/1')).body.messages[0]).toMatchObject({ body, isDeleted: true })
    expect((await calls.get('/tickets/1')).body.lastMessage).toBe(body)
    expect(await lastMessagesOfContacts(calls)).toEqual(body === '' ? [] : [body])
    const found = await calls.get('/tickets?status=search&searchOnMessages=true&searchParam=apague')
    expect(found.body.count).toBe(body === '' ? 0 : 1)
  }
})

test('ignores changes to a message of another chat, even with its id', () => {
  const event = messageEvent({ text: 'da Maria' })
  const stranger: Party = { addresses: [{ kind: 'phone', value: '5511900009999' }] }
  const group = groupMessageEvent({ text: 'do síndico' })
  receive(world, 1, event, messageEvent({ chat: stranger }), group)
  const member: Party = { addresses: [{ kind: 'phone', value: '5511977770002' }] }
  for (const chat of [stranger, { addresses: [{ kind: 'lid', value: '999' }] } satisfies Party]) {
    const forged = { targetId: event.id, atMs: 1, fromMe: false, chat }
    receive(world, 1, { type: 'edit', text: 'forjada', ...forged }, { type: 'delete', ...forged })
  }
  const inGroup = { targetId: group.id, atMs: 1, fromMe: false, chat: group.chat, author: member }
  receive(world, 1, { type: 'edit', text: 'forjada', ...inGroup })
  expect(messages().map(({ body, isDeleted }) => [body, isDeleted])).toEqual([
    ['da Maria', false],
    ['Olá', false],
    ['do síndico', false],
  ])
  receive(world, 1, { type: 'edit', text: 'certa', targetId: event.id, atMs: 1, fromMe: false, chat: event.chat })
  receive(world, 1, { type: 'delete', ...inGroup })
  expect(messages().map(({ body, isDeleted }) => [body, isDeleted])).toEqual([
    ['certa', false],
    ['Olá', false],
    ['do síndico', false],
  ])
})

test('lets only the author and the group’s administrators delete a message in a group', () => {
  const phone = (value: string): Party => ({ addresses: [{ kind: 'phone', value }] })
  const [member, other] = [phone('5511977770002'), phone('5511977770003')]
  const sent = Array.from({ length: 5 }, () => groupMessageEvent({ text: 'do síndico' }))
  receive(world, 1, ...sent)
  const group = sent[0]?.chat as Party
  const remove = (index: number, author: Party | undefined) => {
    const targetId = sent[index]?.id ?? ''
    receive(world, 1, { type: 'delete', targetId, atMs: 1, fromMe: false, chat: group, author })
    return messages()[index]?.isDeleted
  }
  expect(remove(0, member)).toBe(false)
  expect(remove(0, undefined)).toBe(false)
  expect(remove(0, sent[0]?.author)).toBe(true)
  receive(world, 1, { type: 'group', party: { ...group, name: 'Condomínio' }, admins: [member] })
  expect([remove(1, other), remove(1, member)]).toEqual([false, true])
  receive(world, 1, { type: 'groupAdmins', group, members: [member], are: false })
  expect(remove(2, member)).toBe(false)
  receive(world, 1, { type: 'groupAdmins', group, members: [other], are: true })
  // An event with a name only does not change the administrators.
  receive(world, 1, { type: 'group', party: { ...group, name: 'Prédio' } })
  expect(remove(2, other)).toBe(true)
  // The author is named by phone number here and by LID below.
  receive(world, 1, groupMessageEvent({ author: { addresses: [{ kind: 'lid', value: '777' }, ...other.addresses] } }))
  expect(remove(3, { addresses: [{ kind: 'lid', value: '777' }] })).toBe(true)
  receive(world, 1, { type: 'group', party: group, admins: [] })
  expect(remove(4, other)).toBe(false)
})

test('lets only the author change a message that belongs to no chat, such as a status', () => {
  const event = messageEvent({ text: 'da Maria' })
  const stranger: Party = { addresses: [{ kind: 'phone', value: '5511900009999' }] }
  receive(world, 1, event)
  const change = { targetId: event.id, atMs: 1, fromMe: false }
  receive(world, 1, { type: 'edit', text: 'forjada', ...change, author: stranger })
  receive(world, 1, { type: 'delete', ...change, author: stranger })
  expect(messages()[0]).toMatchObject({ body: 'da Maria', isDeleted: false })
  receive(world, 1, { type: 'edit', text: 'certa', ...change, author: event.chat })
  receive(world, 1, { type: 'delete', ...change, author: event.chat })
  expect(messages()[0]).toMatchObject({ body: 'certa', isDeleted: true })
})

test('rejects deletion of the other side’s messages in a direct chat', () => {
  const event = messageEvent({ fromMe: true })
  receive(world, 1, event, { type: 'delete', targetId: event.id, atMs: 1, fromMe: false })
  expect(messages()[0]?.isDeleted).toBe(false)
})

test('hides deleted messages in lists and on the row with LGPD hiding', async () => {
  setSetting(world, 'enableLGPD', 'enabled')
  setSetting(world, 'lgpdDeleteMessage', 'enabled')
  const event = messageEvent({ text: 'meu cpf' })
  receive(world, 1, event, { type: 'delete', targetId: event.id, atMs: 1, fromMe: false })
  expect(messages()[0]?.body).toBe('meu cpf')
  expect(tickets()[0]?.lastMessage).toBe('')
  const { body } = await (await world.as(world.ana)).get('/messages/1')
  expect(JSON.stringify(body)).not.toContain('meu cpf')
})

test('keeps one reaction per person, the newest, and removes it for good when it is empty', () => {
  const event = messageEvent()
  const reaction = (emoji: string, atMs: number) =>
    ({ type: 'reaction', targetId: event.id, fromMe: false, emoji, atMs }) as const
  receive(world, 1, event, reaction('👍', 10), reaction('❤️', 20), reaction('👍', 10))
  expect(world.ctx(1).db.select().from(messageReactionTable).all()).toMatchObject([{ author: 1, emoji: '❤️' }])
  receive(world, 1, reaction('', 30), reaction('❤️', 20))
  expect(world.ctx(1).db.select().from(messageReactionTable).all()).toMatchObject([{ emoji: '' }])
})

test('only raises the delivery state, and fails an undelivered message with its reason', () => {
  const event = messageEvent({ fromMe: true })
  const receipt = (ack: -1 | 1 | 2 | 3 | 5, error?: string) =>
    receive(world, 1, { type: 'receipt', targetIds: [event.id], ack, error })
  receive(world, 1, event)
  receipt(-1, '463')
  expect(messages()[0]).toMatchObject({ ack: -1, sendState: 'failed', sendError: '463' })
  receipt(3)
  expect(messages()[0]).toMatchObject({ ack: 3, sendState: null, sendError: null })
  receipt(2)
  receipt(-1, 'late')
  expect(messages()[0]?.ack).toBe(3)
  const before = countEvents()
  receipt(3)
  expect(countEvents()).toBe(before)
})

test('ignores a receipt for a message of the contact', () => {
  const event = messageEvent()
  receive(world, 1, event, { type: 'receipt', targetIds: [event.id], ack: 5 })
  expect(messages()[0]?.ack).toBe(2)
})
