import { afterEach, beforeEach, expect, test } from 'bun:test'
import { findTicketRowOf, listMessageRows, openTicket, setSetting } from '../../testing/conversation/conversation'
import { messageEvent, receive } from '../../testing/conversation/inbound'
import { effectsOf, noEffects } from '../../testing/world/side-effects'
import { addContact, addTicket } from '../../testing/conversation/tickets'
import { type Caller, createWorld, type World } from '../../testing/world/world'
import type { Answer } from '../../testing/world/requests'

let world: World
let bruno: Caller
beforeEach(async () => {
  world = await createWorld()
  bruno = await world.as(world.bruno)
})
afterEach(() => world.stop())

async function expectRefused(call: () => Promise<Answer>, status: number, error: string) {
  const { answer, ...effects } = await effectsOf(world, call)
  expect([answer.status, answer.body.error]).toEqual([status, error])
  expect(effects).toEqual(noEffects)
}

test('rejects a reply on a pending ticket before it is accepted', async () => {
  const { id } = addTicket(world.ctx(1), { status: 'pending', queueId: 1 })
  const assigned = addTicket(world.ctx(1), { status: 'pending', queueId: 1, userId: 2 })
  for (const ticket of [id, assigned.id]) {
    await expectRefused(() => bruno.post(`/messages/${ticket}`, { body: 'Oi' }), 409, 'ERR_TICKET_NOT_ACCEPTED')
    await expectRefused(
      () => bruno.post(`/messages/${ticket}`, { body: 'Nota', isPrivate: true }),
      409,
      'ERR_TICKET_NOT_ACCEPTED',
    )
  }
  await bruno.put(`/tickets/${id}`, { status: 'open' })
  expect((await bruno.post(`/messages/${id}`, { body: 'Oi' })).status).toBe(200)
})

test('rejects messages while the contact is asked for a rating or consent', async () => {
  for (const status of ['nps', 'lgpd'] as const) {
    const { id } = addTicket(world.ctx(1), { status, queueId: 1, userId: 2 })
    await expectRefused(() => bruno.post(`/messages/${id}`, { body: 'Oi' }), 409, 'ERR_TICKET_AWAITS_CONTACT')
  }
})

test('rejects sending, forwarding and resending to a blocked contact, but not private notes', async () => {
  openTicket(world)
  const { id: failed } = (await bruno.post('/messages/1', { body: 'Já vai' })).body.messages[0]
  world.ctx(1).company.sqlite.run("UPDATE message SET send_state = 'failed' WHERE id = ?", [failed])
  await bruno.put('/contacts/block/1', { active: false })
  await expectRefused(() => bruno.post('/messages/1', { body: 'Oi' }), 409, 'ERR_CONTACT_BLOCKED')
  await expectRefused(() => bruno.post(`/messages/${failed}/resend`), 409, 'ERR_CONTACT_BLOCKED')
  expect((await bruno.post('/messages/1', { body: 'Nota', isPrivate: true })).status).toBe(200)

  const rita = addContact(world.ctx(1), 'Rita')
  await bruno.put(`/contacts/block/${rita}`, { active: false })
  await expectRefused(
    () => bruno.post('/message/forward', { messageId: 1, contactId: rita, queueId: 1 }),
    409,
    'ERR_CONTACT_BLOCKED',
  )
  expect(findTicketRowOf(world, 2)).toBeUndefined()
  await bruno.put('/contacts/block/1', { active: true })
  expect((await bruno.post('/messages/1', { body: 'Oi' })).status).toBe(200)
})

test('rejects forwarding of a message that its contact deleted, even where the company may read it', async () => {
  openTicket(world)
  receive(world, 1, messageEvent({ id: 'SEGREDO1', text: 'Não era para você' }))
  receive(world, 1, { type: 'delete', targetId: 'SEGREDO1', atMs: Date.now(), fromMe: false })
  const deleted = listMessageRows(world).find(({ isDeleted }) => isDeleted)
  expect(deleted?.body).toBe('Não era para você')
  const rita = addContact(world.ctx(1), 'Rita')
  const forward = () => bruno.post('/message/forward', { messageId: deleted?.id, contactId: rita, queueId: 1 })
  await expectRefused(forward, 400, 'ERR_FETCH_WAPP_MSG')
  setSetting(world, 'enableLGPD', 'enabled')
  setSetting(world, 'lgpdDeleteMessage', 'enabled')
  await expectRefused(forward, 400, 'ERR_FETCH_WAPP_MSG')
})

test('keeps a pending ticket pending when a message is forwarded to its contact', async () => {
  openTicket(world)
  const waiting = addTicket(world.ctx(1), { status: 'pending', queueId: 1 })
  const { status, body } = await bruno.post('/message/forward', { messageId: 1, contactId: waiting.contactId })
  expect([status, body.ticketId]).toEqual([200, waiting.id])
  expect(findTicketRowOf(world, waiting.id)).toMatchObject({ status: 'pending', userId: null })
})
