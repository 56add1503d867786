import { afterEach, beforeEach, expect, test } from 'bun:test'
import * as v from 'valibot'
import { ChatbotTree } from '../../queue/chatbot/chatbot.contract'
import { userQueueTable, userTable } from '../../user/user.tables'
import { eq } from 'drizzle-orm'
import { outboundChangeTable } from '../../message/message.tables'
import { applyReceipt } from '../../message/inbound/apply-receipt'
import { sendOutbox } from '../../message/outbox/send-outbox'
import { updateQueue } from '../../queue/queue.commands'
import { createTalk, type Talk } from '../../testing/bot/bots'
import { findTicketRowOf, setSetting } from '../../testing/conversation/conversation'
import { addConnection } from '../../testing/conversation/connections'
import { createFakeChannel } from '../../testing/conversation/fake-channel'
import { addTicket } from '../../testing/conversation/tickets'
import { acceptTicket } from '../../ticket/assignment/accept-ticket'
import { returnTicket } from '../../ticket/assignment/return-ticket'
import { setPause } from '../../user/presence/pause-user'
import { noteUserOffline, noteUserSeen } from '../../user/session/note-user-seen'

let talk: Talk
beforeEach(async () => {
  talk = await createTalk()
  talk.ctx(1).company.sqlite.run('DELETE FROM connection_queue WHERE queue_id = 2')
  talk.ctx(1).db.insert(userQueueTable).values({ userId: 3, queueId: 1 }).run()
})
afterEach(() => talk.stop())

const ticket = (id = 1) => findTicketRowOf(talk, id)
const seen = (...people: (typeof talk.bruno)[]) => people.forEach((person) => noteUserSeen(talk.ctxAs(person)))
const route = () => updateQueue(talk.ctxAs(talk.ana), 1, { ativarRoteador: true, tempoRoteador: 3 })

test('offers the ticket to the member with fewest tickets, and to the next when not accepted in time', async () => {
  route()
  seen(talk.bruno, talk.carla)
  addTicket(talk.ctx(1), { status: 'open', userId: 2 })
  talk.write('Oi')
  await talk.runJobs(1)
  expect(ticket(2)).toMatchObject({ status: 'pending', userId: 3, queueId: 1 })
  await talk.pass(2)
  expect(ticket(2)?.userId).toBe(3)
  await talk.pass(1)
  expect(ticket(2)?.userId).toBe(2)
  acceptTicket(talk.ctxAs(talk.bruno), 2)
  await talk.pass(10)
  expect(ticket(2)).toMatchObject({ status: 'open', userId: 2 })
})

test('prefers the member who was idle longest among equals', async () => {
  route()
  seen(talk.bruno, talk.carla)
  const sql = (text: string) => talk.ctx(1).company.sqlite.run(text)
  for (const userId of [2, 3]) addTicket(talk.ctx(1), { status: 'open', userId })
  sql(`UPDATE ticket SET status = 'closed', updated_at = updated_at - 60000 WHERE user_id = 3`)
  sql(`UPDATE ticket SET status = 'closed' WHERE user_id = 2`)
  talk.write('Oi')
  await talk.runJobs(1)
  expect(ticket(3)?.userId).toBe(3)
})

test('offers nothing to who pauses', async () => {
  route()
  seen(talk.bruno, talk.carla)
  setPause(talk.ctxAs(talk.bruno), 2, { reason: 'lunch', note: '' })
  addTicket(talk.ctx(1), { status: 'open', userId: 3 })
  talk.write('Oi')
  await talk.pass(4)
  expect(ticket(2)?.userId).toBe(3)
  setPause(talk.ctxAs(talk.bruno), 2, null)
  seen(talk.bruno)
  await talk.pass(3)
  expect(ticket(2)?.userId).toBe(2)
})

test('waits while nobody is online, and offers the ticket to the first who comes', async () => {
  route()
  seen(talk.bruno)
  noteUserOffline(talk.ctxAs(talk.bruno))
  talk.write('Oi')
  await talk.pass(2)
  expect(ticket()?.userId).toBe(null)
  seen(talk.carla)
  await talk.pass(1)
  expect(ticket()?.userId).toBe(3)
})

test('routes a returned ticket again, and waits without a router', async () => {
  seen(talk.bruno, talk.carla)
  talk.write('Oi')
  await talk.pass(1)
  expect(ticket()?.userId).toBe(null)
  acceptTicket(talk.ctxAs(talk.bruno), 1)
  route()
  returnTicket(talk.ctxAs(talk.bruno), 1)
  await talk.runJobs(1)
  expect(ticket()?.userId).toBeGreaterThan(0)
})

test('assigns a ticket to a random online member once with userRandom, when it enters the queue automatically', async () => {
  setSetting(talk, 'userRandom', 'enabled')
  seen(talk.carla, talk.ana)
  talk.write('Oi')
  await talk.pass(1)
  expect(ticket()).toMatchObject({ status: 'pending', userId: 3 })
  seen(talk.bruno)
  await talk.pass(20)
  expect(ticket()?.userId).toBe(3)
})

test('notifies the phones of a queue’s members once, with variables filled', async () => {
  const { db } = talk.ctx(1)
  db.update(userTable).set({ phone: '+55 11 97777-0001' }).where(eq(userTable.id, 2)).run()
  const flagged = { createTicketSendNotificationWAUser: true, messageNotification: '{{name}} espera em {{queue}}' }
  updateQueue(talk.ctxAs(talk.ana), 1, flagged)
  const changes = () => db.select().from(outboundChangeTable).all()
  talk.write('Oi')
  await talk.pass(1)
  expect(changes()).toEqual([])
  talk.ctx(1).company.sqlite.run("UPDATE ticket SET status = 'closed'")
  setSetting(talk, 'sendNotificationWAUser', 'enabled')
  for (const text of ['Oi', 'Oi?']) {
    talk.write(text)
    await talk.pass(1)
  }
  const [notification, ...more] = changes()
  expect(more).toEqual([])
  expect(notification).toMatchObject({ connectionId: 1, kind: 'notify' })
  const { channel, calls } = createFakeChannel()
  await sendOutbox(() => talk.ctx(1), 1, channel)
  const id = String(notification?.payload['id'])
  expect(calls).toMatchObject([
    {
      name: 'send',
      args: [{ id, to: { kind: 'phone', value: '5511977770001' }, content: { text: 'Dona Maria espera em Vendas' } }],
    },
  ])
  expect(applyReceipt(talk.ctx(1), { id: 1 }, { type: 'receipt', targetIds: [id], ack: 2 })).toBe(true)
  talk.write('Maria espera', { id, fromMe: true, phone: '5511977770001' })
  expect(ticket(3)).toBeUndefined()
})

test('notifies members over a connection that may write to them, also of tickets of a page or of the official API', async () => {
  const { db, company } = talk.ctx(1)
  db.update(userTable).set({ phone: '+55 11 97777-0001' }).where(eq(userTable.id, 2)).run()
  updateQueue(talk.ctxAs(talk.ana), 1, { createTicketSendNotificationWAUser: true, messageNotification: 'Olá' })
  setSetting(talk, 'sendNotificationWAUser', 'enabled')
  addConnection(talk, { name: 'Balcão' })
  const via = async (channel: string) => {
    company.sqlite.run("UPDATE ticket SET status = 'closed'")
    company.sqlite.run(`UPDATE connection SET channel = '${channel}' WHERE id = 1`)
    talk.write('Oi', channel === 'facebook' ? { chat: { addresses: [{ kind: 'page-scoped', value: '77' }] } } : {})
    await talk.pass(1)
    return db.select().from(outboundChangeTable).all().at(-1)?.connectionId
  }
  expect(await via('whatsapp')).toBe(1)
  expect(await via('whatsappapi')).toBe(2)
  expect(await via('facebook')).toBe(2)
  expect(db.select().from(outboundChangeTable).all()).toHaveLength(3)
  company.sqlite.run("UPDATE connection SET channel = 'whatsappapi' WHERE id = 2")
  expect(await via('facebook')).toBe(2)
})

test.each([
  ['before the first queue’s members were notified', 0, ['5511977770003']],
  ['afterwards', 1, ['5511977770002', '5511977770003']],
])('the members of a second queue, chosen %s, hear of the ticket once', async (_, minutes, phones) => {
  const { db } = talk.ctx(1)
  db.delete(userQueueTable).run()
  for (const [userId, queueId] of [
    [2, 1],
    [3, 2],
  ] as const) {
    db.insert(userQueueTable).values({ userId, queueId }).run()
    db.update(userTable)
      .set({ phone: `551197777000${userId}` })
      .where(eq(userTable.id, userId))
      .run()
    const flagged = { createTicketSendNotificationWAUser: true, messageNotification: 'Um cliente espera' }
    updateQueue(talk.ctxAs(talk.ana), queueId, flagged)
  }
  const chatbots = [2, 2].map((optQueueId) => ({ name: 'Para suporte', queueType: 'queue', optQueueId }))
  updateQueue(talk.ctxAs(talk.ana), 1, { chatbots: v.parse(ChatbotTree, chatbots) })
  setSetting(talk, 'sendNotificationWAUser', 'enabled')
  talk.write('Oi')
  await talk.pass(minutes)
  for (const text of ['1', 'Olá?']) {
    talk.write(text)
    await talk.pass(1)
  }
  expect(ticket()?.queueId).toBe(2)
  const notified = db
    .select()
    .from(outboundChangeTable)
    .all()
    .map(({ payload }) => (payload['to'] as { value: string }).value)
  expect(notified).toEqual(phones)
})
