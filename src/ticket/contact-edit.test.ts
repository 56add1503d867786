import { afterAll, beforeAll, expect, test } from 'bun:test'
import { addTicket } from '../testing/conversation/tickets'
import { type Caller, createWorld, signIn, type World } from '../testing/world/world'
import type { TicketRow } from './ticket.queries'

let world: World
let ana: Caller, bruno: Caller, carla: Caller, gina: Caller
let mine: TicketRow, colleague: TicketRow
let tagId: number
beforeAll(async () => {
  world = await createWorld()
  ;({ ana, bruno, carla, gina } = await signIn(world, 'ana', 'bruno', 'carla', 'gina'))
  tagId = (await ana.post('/tags', { name: 'Prioridade' })).body.id
  mine = addTicket(world.ctx(1), { status: 'open', userId: 2 })
  colleague = addTicket(world.ctx(1), { status: 'open', userId: 3 })
})
afterAll(() => world.stop())

const stateOf = (contactId: number) => {
  const { sqlite } = world.ctx(1).company
  const contact = sqlite
    .query<{ name: string; active: number; number: string }, [number]>(
      'SELECT name, active, number FROM contact WHERE id = ?',
    )
    .get(contactId)
  const tags = sqlite.query('SELECT tag_id AS id FROM contact_tag WHERE contact_id = ?').all(contactId)
  return { ...contact, tags }
}
const logOf = async (id: number) => {
  const { body } = await ana.get(`/tickets-log/${id}`)
  const edits = body.filter(({ type }: { type: string }) => /blocked|renamed|untagged|^bot|^audio/.test(type))
  return edits.map((entry: { type: string; user: { name: string }; text: string }) => [
    entry.type,
    entry.user.name,
    entry.text,
  ])
}
const toldOf = async (caller: Caller) => {
  const { body } = await caller.get('/notifications')
  return body.notifications.map(({ kind, ticketId, text }: { kind: string; ticketId: number; text: string }) => [
    kind,
    ticketId,
    text,
  ])
}
const block = (caller: Caller, id: number, active = false) => caller.put(`/contacts/block/${id}`, { active })

test('blocking and another number are for who sees a conversation of the contact', async () => {
  const ticket = addTicket(world.ctx(1), { status: 'open', userId: 3, queueId: 2 })
  addTicket(world.ctx(1), { contactId: ticket.contactId, status: 'closed', userId: null, queueId: null })
  const id = ticket.contactId
  const before = stateOf(id)
  const number = { name: 'Outro nome', number: '5511933334444' }
  expect((await block(bruno, id)).status).toBe(403)
  expect((await bruno.post('/contacts/bulk', { action: 'block', contactIds: [id] })).status).toBe(403)
  expect((await bruno.put(`/contacts/${id}`, number)).status).toBe(403)
  expect(stateOf(id)).toEqual(before)
  const { contactId: own } = mine
  const mixed = await bruno.post('/contacts/bulk', { action: 'block', contactIds: [id, own] })
  expect(mixed.body).toEqual({ done: 1 })
  expect(stateOf(id)).toEqual(before)
  await block(bruno, own, true)
  expect((await block(gina, id)).status).toBe(404)

  expect((await block(carla, id)).status).toBe(200)
  expect((await block(bruno, id, true)).status).toBe(403)
  expect((await block(ana, id, true)).status).toBe(200)
  expect(await logOf(ticket.id)).toEqual([
    ['unblocked', world.ana.name, ''],
    ['blocked', world.carla.name, ''],
  ])
  expect(await logOf(colleague.id)).toEqual([])
  expect(await toldOf(carla)).toEqual([['unblocked', ticket.id, '']])

  // Nobody's conversation is changed.
  const { body } = await bruno.post('/contacts', { name: 'Sem conversa', number: '5511933335555' })
  expect((await block(bruno, body.id)).status).toBe(200)
})

test('renaming is free, stands in the log and is told to who attends', async () => {
  const ticket = addTicket(world.ctx(1), { status: 'open', userId: 3, queueId: 2 })
  const { name, number } = stateOf(ticket.contactId)
  expect((await bruno.put(`/contacts/${ticket.contactId}`, { name: 'Novo nome', number })).status).toBe(200)
  await bruno.put(`/contacts/${ticket.contactId}`, { name: 'Novo nome', number, email: 'a@b.example' })
  expect(await logOf(ticket.id)).toEqual([['renamed', world.bruno.name, name]])
  expect((await toldOf(carla))[0]).toEqual(['renamed', ticket.id, name])
  expect(await toldOf(bruno)).not.toContainEqual(['renamed', ticket.id, name])
})

test('bots and audio are turned off by who sees a conversation of the contact, and it is told', async () => {
  const ticket = addTicket(world.ctx(1), { status: 'open', userId: 3, queueId: 2 })
  const id = ticket.contactId
  const { name } = stateOf(id)
  const switchesOf = () =>
    world.ctx(1).company.sqlite.query('SELECT disable_bot, accept_audio_message FROM contact WHERE id = ?').values(id)
  for (const answer of [
    await bruno.put(`/contacts/toggleDisableBot/${id}`),
    await bruno.put(`/contacts/toggleAcceptAudio/${id}`, { acceptAudioMessage: false }),
    await bruno.put(`/contacts/${id}`, { name, disableBot: true }),
    await bruno.put(`/contacts/${id}`, { name, acceptAudioMessage: false }),
  ]) {
    expect([answer.status, answer.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
  }
  expect(switchesOf()).toEqual([[0, 1]])
  // Unchanged values are no change.
  const same = { name, disableBot: false, acceptAudioMessage: true }
  expect((await bruno.put(`/contacts/${id}`, same)).status).toBe(200)
  expect((await bruno.put(`/contacts/toggleDisableBot/${id}`, { disableBot: false })).status).toBe(200)
  expect(await logOf(ticket.id)).toEqual([])

  expect((await carla.put(`/contacts/toggleDisableBot/${id}`)).body.disableBot).toBe(true)
  expect((await ana.put(`/contacts/${id}`, { ...same, acceptAudioMessage: false })).status).toBe(200)
  expect(switchesOf()).toEqual([[0, 0]])
  expect(await logOf(ticket.id)).toEqual([
    ['audioOff', world.ana.name, ''],
    ['botOn', world.ana.name, ''],
    ['botOff', world.carla.name, ''],
  ])
  expect((await toldOf(carla)).slice(0, 2).sort()).toEqual([
    ['audioOff', ticket.id, ''],
    ['botOn', ticket.id, ''],
  ])
  expect(await logOf(colleague.id)).toEqual([])
  // Nobody's conversation is changed.
  const { body } = await bruno.post('/contacts', { name: 'Sem conversa', number: '5511933335556' })
  expect((await bruno.put(`/contacts/toggleDisableBot/${body.id}`)).status).toBe(200)
})

test('where tags are required, only who sees a conversation removes them, however', async () => {
  const ticket = addTicket(world.ctx(1), { status: 'open', userId: 3, queueId: 2 })
  const id = ticket.contactId
  const require = (data: string) => ana.put('/companySettings', { column: 'requiredTag', data })
  const remove = (caller: Caller) => caller.delete(`/tags-contacts/${tagId}/${id}`)
  await carla.post('/tags/sync', { contactId: id, tags: [tagId] })
  await require('enabled')
  expect((await remove(bruno)).status).toBe(403)
  expect((await bruno.post('/tags/sync', { contactId: id, tags: [] })).status).toBe(403)
  expect((await bruno.post('/contacts/bulk', { action: 'untag', contactIds: [id], tagIds: [tagId] })).status).toBe(403)
  expect(stateOf(id)).toMatchObject({ tags: [{ id: tagId }] })
  expect((await remove(carla)).status).toBe(200)
  await bruno.post('/tags/sync', { contactId: id, tags: [tagId] })
  await require('disabled')
  expect((await remove(bruno)).status).toBe(200)
  expect(await logOf(ticket.id)).toEqual([
    ['untagged', world.bruno.name, 'Prioridade'],
    ['untagged', world.carla.name, 'Prioridade'],
  ])
  expect((await toldOf(carla))[0]).toEqual(['untagged', ticket.id, 'Prioridade'])
})
