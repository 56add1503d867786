import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { ChatbotTree } from '../../../queue/chatbot/chatbot.contract'
import { updateQueue } from '../../../queue/queue.commands'
import { useAssigningTalk } from '../../../testing/bot/assigning-talk'
import { addTicket } from '../../../testing/conversation/tickets'
import { createWorld } from '../../../testing/world/world'
import { setPause } from '../../../user/presence/pause-user'
import { noteUserOffline } from '../../../user/session/note-user-seen'
import { userTable } from '../../../user/user.tables'
import { snoozeTicket, wakeTicket } from '../../change/snooze-ticket'
import { closeTicket } from '../../closing/close-ticket'
import { listTicketLog } from '../../history/ticket-log.view'
import { acceptTicket } from '../accept-ticket'
import { returnTicket } from '../return-ticket'
import { transferTicket } from '../transfer-ticket'

const { talk, assign, seen, bruno, carla, ticket, wait, owners, run, pass } = useAssigningTalk()

test('reserves a new ticket in turn, tells the agent, and says why', async () => {
  assign()
  seen(talk().bruno, talk().carla)
  talk().write('Oi')
  await run()
  expect(ticket()).toMatchObject({ status: 'pending', userId: 2, queueId: 1, startedAt: null })
  const [second, third] = [wait(), wait()]
  await run()
  expect(owners(1, second, third)).toEqual([2, 3, 2])
  expect(listTicketLog(talk().ctx(1), 1)[0]).toMatchObject({
    type: 'assigned',
    reason: 'inTurn',
    user: { id: 2, name: 'Bruno Lima' },
    queue: { id: 1 },
    text: '',
  })
  const notices = (await (await talk().as(talk().bruno)).get('/notifications')).body
  expect(JSON.stringify(notices)).toContain('transfer')
})

test('waits while a bot asks, and assigns when it hands over', async () => {
  const options = ['Vendas', 'Trocas'].map((name) => ({ name, queueType: 'text' }))
  assign({ chatbots: v.parse(ChatbotTree, options) })
  seen(talk().bruno)
  talk().write('Oi')
  await pass(1, talk().bruno)
  expect(ticket()).toMatchObject({ isBot: true, userId: null })
  talk().write('1')
  await run()
  expect(ticket()).toMatchObject({ isBot: false, userId: 2, status: 'pending' })
})

test('gives nothing to who is offline, on a break or beyond working hours, and looks again each minute', async () => {
  assign()
  const hours = (startWork: string, endWork: string) =>
    talk().ctx(1).db.update(userTable).set({ startWork, endWork }).where(eq(userTable.id, 2)).run()
  hours('12:00', '18:00')
  seen(talk().bruno, talk().carla)
  setPause(carla(), 3, { reason: 'lunch', note: '' })
  wait()
  await pass(2, talk().bruno, talk().carla)
  expect(owners(1)).toEqual([null])
  hours('08:00', '18:00')
  noteUserOffline(bruno())
  await pass(2, talk().carla)
  expect(owners(1)).toEqual([null])
  seen(talk().bruno)
  await talk().pass(1)
  expect(owners(1)).toEqual([2])
})

test('the end of a break, a new member and room assign at once, not after a minute', async () => {
  assign({ ticketsPerAgent: 1 })
  seen(talk().bruno, talk().carla, talk().ana)
  setPause(carla(), 3, { reason: 'lunch', note: '' })
  const [first, second, third, fourth] = [wait(), wait(), wait(), wait()]
  await run()
  expect(owners(first, second, third, fourth)).toEqual([2, null, null, null])
  setPause(carla(), 3, null)
  await run()
  expect(owners(second, third, fourth)).toEqual([3, null, null])
  acceptTicket(bruno(), first)
  await run()
  expect(owners(third)).toEqual([null])
  closeTicket(bruno(), first, { farewell: false })
  await run()
  expect(owners(third, fourth)).toEqual([2, null])
  updateQueue(talk().ctxAs(talk().ana), 1, { userIds: [1, 2, 3] })
  await run()
  expect(owners(fourth)).toEqual([1])
})

test('the limit counts tickets of other queues and those that were taken meanwhile', async () => {
  assign({ ticketsPerAgent: 2 })
  seen(talk().bruno)
  const elsewhere = addTicket(talk().ctx(1), { status: 'open', userId: 2, queueId: 2 }).id
  const taken = wait({ queueId: null })
  transferTicket(talk().ctxAs(talk().ana), taken, { userId: 2, queueId: 2 })
  const waiting = wait()
  await run()
  expect(owners(waiting)).toEqual([null])
  transferTicket(talk().ctxAs(talk().ana), taken, { queueId: 2 })
  await run()
  expect(owners(waiting, taken, elsewhere)).toEqual([2, null, 2])
})

test('the more urgent ticket first, then who has waited longer', async () => {
  assign({ ticketsPerAgent: 1 })
  const tickets = [wait(), wait({ priority: 'urgent' }), wait()]
  const order: (number | undefined)[] = []
  for (let round = 0; round < 3; round++) {
    await pass(1, talk().bruno)
    const got = tickets.filter((one) => ticket(one)?.userId === 2 && ticket(one)?.status === 'pending')
    expect(got).toHaveLength(1)
    order.push(got[0])
    closeTicket(talk().ctx(1), Number(got[0]), { farewell: false })
  }
  expect(order).toEqual([tickets[1], tickets[0], tickets[2]])
})

test('who gave a ticket back does not get it again', async () => {
  assign()
  seen(talk().bruno)
  wait()
  await run()
  acceptTicket(bruno(), 1)
  returnTicket(bruno(), 1)
  await pass(2, talk().bruno)
  expect(owners(1)).toEqual([null])
  await pass(1, talk().bruno, talk().carla)
  expect(owners(1)).toEqual([3])
  acceptTicket(carla(), 1)
  transferTicket(carla(), 1, { queueId: 1 })
  await pass(1, talk().bruno, talk().carla)
  expect(owners(1)).toEqual([2])
})

test('prefers the agent of last time, also when the ticket is opened again', async () => {
  assign({ lastAgentFirst: true })
  talk().connect({ timeCreateNewTicket: 30 })
  seen(talk().bruno, talk().carla)
  talk().write('Oi')
  await run()
  transferTicket(talk().ctxAs(talk().ana), 1, { userId: 3, queueId: 1 })
  closeTicket(carla(), 1, { farewell: false })
  talk().write('Mais uma coisa')
  await run()
  expect(ticket()).toMatchObject({ id: 1, userId: 3 })
  expect(listTicketLog(talk().ctx(1), 1)[0]).toMatchObject({ type: 'assigned', reason: 'lastAgent' })
  closeTicket(talk().ctx(1), 1, { farewell: false })
  await talk().pass(31)
  seen(talk().bruno, talk().carla)
  talk().write('Voltei')
  await run()
  expect(ticket(2)).toMatchObject({ id: 2, userId: 3 })
  expect(listTicketLog(talk().ctx(1), 2)[0]).toMatchObject({ reason: 'lastAgent', user: { id: 3 } })
  closeTicket(talk().ctx(1), 2, { farewell: false })
  setPause(carla(), 3, { reason: 'other', note: '' })
  await talk().pass(31)
  seen(talk().bruno, talk().carla)
  talk().write('Oi de novo')
  await run()
  expect(owners(3)).toEqual([2])
})

test('by skill: who shares most tags with the contact, and the log names them', async () => {
  const ana = await talk().as(talk().ana)
  for (const name of ['Pintura', 'Textura', 'Elétrica']) await ana.post('/tags', { name, color: '#0b7285', kanban: 0 })
  expect((await ana.put('/users/2', { tagIds: [1] })).body.tagIds).toEqual([1])
  expect((await ana.put('/users/3', { tagIds: [2, 1] })).body.tagIds).toEqual([1, 2])
  await ana.post('/tags/sync', { contactId: 1, tags: [1, 2, 3] })
  assign({ assignmentMode: 'bySkill' })
  seen(talk().bruno, talk().carla)
  talk().write('Oi')
  const plain = wait()
  await run()
  expect(owners(1, plain)).toEqual([3, 2])
  expect(listTicketLog(talk().ctx(1), 1)[0]).toMatchObject({ reason: 'skill', text: 'Pintura, Textura' })
  expect(listTicketLog(talk().ctx(1), plain)[0]).toMatchObject({ reason: 'inTurn', text: '' })
})

test('passes a ticket on when the router’s time is over', async () => {
  assign({ ativarRoteador: true, tempoRoteador: 3 })
  seen(talk().bruno, talk().carla)
  wait()
  await run()
  expect(owners(1)).toEqual([2])
  await pass(2, talk().bruno, talk().carla)
  expect(owners(1)).toEqual([2])
  await pass(1, talk().bruno, talk().carla)
  expect(owners(1)).toEqual([3])
  acceptTicket(carla(), 1)
  await pass(5, talk().bruno, talk().carla)
  expect(ticket()).toMatchObject({ userId: 3, status: 'open' })
})

test('a snoozed ticket is assigned when it wakes', async () => {
  assign()
  wait()
  snoozeTicket(talk().ctxAs(talk().ana), 1, '2026-03-10T18:00')
  await pass(2, talk().bruno)
  expect(owners(1)).toEqual([null])
  wakeTicket(talk().ctxAs(talk().ana), 1)
  seen(talk().bruno)
  await run()
  expect(owners(1)).toEqual([2])
})

test('switching it on assigns who waits already; off leaves them', async () => {
  seen(talk().bruno)
  wait()
  await pass(2, talk().bruno)
  expect(owners(1)).toEqual([null])
  assign()
  await run()
  expect(owners(1)).toEqual([2])
  assign({ assignmentMode: 'none' })
  const later = wait()
  await pass(2, talk().bruno)
  expect(owners(later)).toEqual([null])
  expect(talk().ctx(1).company.sqlite.query("SELECT kind FROM job WHERE kind LIKE 'queue.%assign'").all()).toEqual([])
})

test('only admins set it, within bounds; another company’s queue stays as it is', async () => {
  const world = await createWorld()
  const ana = await world.as(world.ana)
  const wrong = { assignmentMode: 'magic', ticketsPerAgent: 1001, reassignMinutes: -1, lastAgentFirst: 'x' }
  const refused = await ana.put('/queue/1', wrong)
  expect(refused.body.error).toBe('ERR_INVALID_INPUT')
  expect(Object.keys(refused.body.fields).toSorted()).toEqual(Object.keys(wrong).toSorted())
  const chosen = { assignmentMode: 'leastBusy', ticketsPerAgent: 5, reassignMinutes: 15, lastAgentFirst: true }
  const colleague = await world.as(world.bruno)
  expect((await colleague.put('/queue/1', chosen)).body.error).toBe('ERR_NO_PERMISSION')
  expect((await ana.put('/queue/1', chosen)).body).toMatchObject(chosen)
  expect((await ana.put('/queue/1', { ticketsPerAgent: '', reassignMinutes: null })).body).toMatchObject({
    ...chosen,
    ticketsPerAgent: 0,
    reassignMinutes: 0,
  })
  const gina = await world.as(world.gina)
  expect((await gina.get('/queue/1')).body).toMatchObject({ assignmentMode: 'none', lastAgentFirst: false })
  expect((await ana.put('/users/2', { tagIds: [99] })).body.fields).toEqual({ tagIds: 'unknown' })
  world.stop()
})

test('leaves conversations of an imported history where they are', async () => {
  assign()
  const imported = wait({ imported: true })
  const { id } = addTicket(talk().ctx(1), { status: 'group', isGroup: true })
  await pass(2, talk().bruno, talk().carla)
  expect(owners(imported, id)).toEqual([null, null])
})
