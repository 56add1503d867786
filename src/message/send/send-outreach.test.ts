import { afterEach, beforeEach, expect, test } from 'bun:test'
import { setContactActive } from '../../contact/contact.commands'
import { getContactRow } from '../../contact/contact.queries'
import { Refusal } from '../../kernel/errors'
import { addConnection } from '../../testing/conversation/connections'
import { listMessageRows } from '../../testing/conversation/conversation'
import { createFakeChannel } from '../../testing/conversation/fake-channel'
import { messageEvent, receive } from '../../testing/conversation/inbound'
import { addTicket } from '../../testing/conversation/tickets'
import { createWorld, type World } from '../../testing/world/world'
import { ticketTable } from '../../ticket/ticket.tables'
import { sendOutbox } from '../outbox/send-outbox'
import { type Outreach, sendOutreach } from './send-outreach'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.stop())

const ctx = () => world.ctx(1)
const tickets = () => ctx().db.select().from(ticketTable).all()
const outreach = (fields: Partial<Outreach> = {}): Outreach => ({
  key: 'test 1',
  cause: { kind: 'api' },
  contact: getContactRow(ctx(), 1),
  content: { texts: ['Olá {{firstName}}'] },
  ticket: { open: 'none' },
  ...fields,
})
const send = (fields: Partial<Outreach> = {}) => sendOutreach(world.ctxAs(world.ana), outreach(fields))

function refusalOf(run: () => unknown): Refusal {
  try {
    run()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('It was not refused')
}

test('sends nothing again for a known key, even with other content or after other messages', () => {
  const first = send()
  expect(first).toEqual({ ticketId: 1, messageIds: [1], isRepeat: false })
  send({ key: 'test 2' })
  expect(send({ content: { texts: ['Outro'] }, ticket: { open: 'pending' } })).toEqual({ ...first, isRepeat: true })
  expect(listMessageRows(world).map(({ body }) => body)).toEqual(['Olá Dona', 'Olá Dona'])
  expect(sendOutreach(world.ctx(2), { ...outreach(), contact: getContactRow(world.ctx(2), 1) }).isRepeat).toBe(false)
})

test('stores neither message nor key after a crash between them, and sends once when repeated', () => {
  ctx().company.sqlite.run(
    "CREATE TRIGGER power_cut BEFORE INSERT ON outreach BEGIN SELECT RAISE(ABORT, 'power cut'); END",
  )
  expect(() => send({ ticket: { open: 'pending', queueId: 1 } })).toThrow('power cut')
  expect([tickets(), listMessageRows(world)]).toEqual([[], []])
  ctx().company.sqlite.run('DROP TRIGGER power_cut')
  send({ ticket: { open: 'pending', queueId: 1 } })
  expect(listMessageRows(world)).toHaveLength(1)
})

test('forgets keys after a month, two per sending', () => {
  const keys = () => ctx().company.sqlite.query('SELECT key FROM outreach ORDER BY key').all().length
  world.setTime(new Date('2026-01-01T12:00:00Z'))
  for (const key of ['a', 'b', 'c']) send({ key })
  world.setTime(new Date('2026-01-31T12:00:00Z'))
  send({ key: 'd' })
  expect(keys()).toBe(4)
  world.setTime(new Date('2026-01-31T12:00:01Z'))
  send({ key: 'e' })
  expect(keys()).toBe(3)
  expect(send({ key: 'd' }).isRepeat).toBe(true)
})

test('opens a ticket by the rule when it is missing, pending, assigned or closed', () => {
  send()
  expect(tickets()).toMatchObject([{ status: 'closed', queueId: null, startedByUs: true }])
  const rules = [
    { open: 'pending', queueId: 1 },
    { open: 'open', queueId: 2, userId: 3 },
    { open: 'open', queueId: 2 },
    { open: 'closed', queueId: 1 },
  ] as const
  const opened = rules.map((ticket, index) => {
    send({ key: `rule ${index}`, ticket })
    const { status, queueId, userId } = tickets().at(-1) ?? {}
    ctx().company.sqlite.run("UPDATE ticket SET status = 'closed'")
    return [status, queueId, userId]
  })
  expect(opened).toEqual([
    ['pending', 1, null],
    ['open', 2, 3],
    ['pending', 2, null],
    ['closed', 1, null],
  ])
})

test('acts for no user: pauses no bot, marks nothing read, and leaves an active ticket unchanged', () => {
  receive(world, 1, messageEvent())
  const before = tickets()[0]
  send({ ticket: { open: 'open', queueId: 2, userId: 3 } })
  expect(tickets()).toMatchObject([
    {
      id: 1,
      status: 'pending',
      userId: null,
      queueId: before?.queueId,
      unreadMessages: 1,
      automation: before?.automation,
    },
  ])
  expect(listMessageRows(world).at(-1)).toMatchObject({ userId: null, fromMe: true, sendState: 'queued' })
})

test('rejects or uses a ticket of another user as the rule says', () => {
  const ticket = addTicket(ctx(), { contactId: 1, status: 'open', queueId: 2, userId: 3 })
  const mine = { open: 'open', queueId: 1, userId: 2, refusesOthers: true } as const
  const { code, details } = refusalOf(() => send({ ticket: mine }))
  expect([code, details.body]).toMatchObject(['ERR_OTHER_OPEN_TICKET', { id: ticket.id, userId: 3, queue: { id: 2 } }])
  expect(listMessageRows(world)).toEqual([])
  expect(send({ ticket: { ...mine, userId: 3 } }).ticketId).toBe(ticket.id)
  expect(send({ key: 'test 2', ticket: { ...mine, refusesOthers: false } }).ticketId).toBe(ticket.id)
})

test('uses the first existing connection, then the channel’s default, and rejects without one', () => {
  addConnection(world, { name: 'Segunda', channel: 'whatsapp' })
  const usedBy = (connectionIds: (number | null)[], key: string) => {
    send({ key, connectionIds })
    return listMessageRows(world).at(-1)?.connectionId
  }
  expect(usedBy([99, 2, 1], 'a')).toBe(2)
  expect(usedBy([99, null], 'b')).toBe(1)
  ctx().company.sqlite.run('DELETE FROM connection')
  expect(() => send({ key: 'c' })).toThrow('ERR_NO_DEF_WAPP_FOUND')
})

test('opens and stores nothing after the reply window, except with a template', async () => {
  ctx().company.sqlite.run("UPDATE connection SET channel = 'whatsappapi'")
  const ticket = { open: 'pending', queueId: 1 } as const
  expect(() => send({ connectionIds: [1], ticket })).toThrow('ERR_CHANNEL_CANNOT')
  expect([tickets(), listMessageRows(world)]).toEqual([[], []])
  const components = [{ type: 'body' as const, parameters: [{ type: 'text' as const, text: 'Dona' }] }]
  const template = { name: 'volta', language: 'pt_BR', components, text: 'Podemos continuar?', buttons: [] }
  send({ connectionIds: [1], ticket, content: { template } })
  expect(tickets()).toMatchObject([{ status: 'pending', lastMessage: 'Podemos continuar?' }])
  const { channel, calls } = createFakeChannel()
  await sendOutbox(ctx, 1, channel, { wait: async () => {} })
  expect(calls).toMatchObject([
    { name: 'send', args: [{ content: { kind: 'template', name: 'volta', language: 'pt_BR', components } }] },
  ])
})

test('stores the message in the history of a blocked contact', () => {
  setContactActive(ctx(), 1, false)
  send({ ticket: { open: 'pending', queueId: 1 } })
  expect(tickets()).toMatchObject([{ status: 'closed' }])
})
