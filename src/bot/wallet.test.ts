import { afterEach, beforeEach, expect, test } from 'bun:test'
import { updateQueue } from '../queue/queue.commands'
import { createTalk, type Talk } from '../testing/bot/bots'
import { findTicketRowOf, setSetting } from '../testing/conversation/conversation'
import { closeTicket } from '../ticket/closing/close-ticket'
import { listTicketLog } from '../ticket/history/ticket-log.view'
import { noteUserSeen } from '../user/session/note-user-seen'

let talk: Talk
beforeEach(async () => {
  talk = await createTalk()
  talk.connect({ greetingMessage: 'Olá, {{firstName}}!' })
  setSetting(talk, 'DirectTicketsToWallets', 'enabled')
  // Dona Maria belongs to Bruno's wallet. He attends Vendas, Carla attends Suporte.
  sql('UPDATE contact SET wallet_user_id = 2 WHERE id = 1')
})
afterEach(() => talk.stop())

const sql = (text: string) => talk.ctx(1).company.sqlite.run(text)
const ticket = (id = 1) => findTicketRowOf(talk, id)

test('reserves the ticket of a contact with an owner for them, without questions, visible to admins only', async () => {
  talk.write('Oi')
  expect(ticket()).toMatchObject({ status: 'pending', userId: 2, queueId: 1, startedAt: null })
  expect(talk.newTexts()).toEqual([])
  talk.write('2')
  expect([talk.newTexts(), ticket()?.queueId]).toEqual([[], 1])
  const pendingOf = async (person: typeof talk.ana, query = '') =>
    (await (await talk.as(person)).get(`/tickets?status=pending${query}`)).body.tickets.length
  expect(await pendingOf(talk.bruno)).toBe(1)
  expect(await pendingOf(talk.carla)).toBe(0)
  expect(await pendingOf(talk.ana, '&showAll=true')).toBe(1)
  const log = listTicketLog(talk.ctx(1), 1).map(({ type, reason, user }) => [type, reason, user?.id])
  expect(log.reverse()).toEqual([
    ['create', null, undefined],
    ['assigned', 'wallet', 2],
    ['queue', null, undefined],
  ])
  const notified = talk.ctx(1).company.sqlite.query('SELECT user_id FROM notification').values()
  expect(notified).toEqual([])
})

test('publishes it to its owner and to admins, and to nobody else', () => {
  sql('UPDATE user SET all_ticket = 1')
  talk.published.length = 0
  talk.write('Oi')
  const topics = talk.published.filter(({ event }) => event === 'company-1-ticket').flatMap((message) => message.topics)
  expect(topics).toContain('1/owner:2')
  expect(topics.filter((topic) => /pending|owner:3/.test(topic))).toEqual([])
})

test('changes nothing when switched off, or without an owner', () => {
  setSetting(talk, 'DirectTicketsToWallets', 'disabled')
  talk.write('Oi')
  expect([ticket()?.userId, talk.newTexts().length]).toEqual([null, 1])
  sql("UPDATE ticket SET status = 'closed'")
  setSetting(talk, 'DirectTicketsToWallets', 'enabled')
  sql('UPDATE contact SET wallet_user_id = NULL')
  talk.write('Oi')
  expect([ticket(2)?.userId, talk.newTexts().length]).toEqual([null, 1])
})

test('uses the owner’s first queue on the connection, else their first queue, else the default', () => {
  const again = (id: number) => {
    talk.write('Oi')
    const { userId, queueId } = ticket(id) ?? {}
    sql("UPDATE ticket SET status = 'closed'")
    return [userId, queueId]
  }
  sql('INSERT INTO user_queue (user_id, queue_id) VALUES (2, 2)')
  updateQueue(talk.ctxAs(talk.ana), 1, { orderQueue: 5 })
  expect(again(1)).toEqual([2, 2])
  sql('DELETE FROM connection_queue WHERE queue_id = 2')
  expect(again(2)).toEqual([2, 1])
  sql('DELETE FROM user_queue WHERE user_id = 2 AND queue_id = 1')
  expect(again(3)).toEqual([2, 2])
  sql('DELETE FROM user_queue WHERE user_id = 2')
  expect(again(4)).toEqual([2, 1])
})

test('returns a reopened ticket to the owner and their queue', async () => {
  talk.connect({ timeCreateNewTicket: 30 })
  talk.write('Oi')
  sql("UPDATE ticket SET status = 'open', user_id = 3, queue_id = 2")
  closeTicket(talk.ctx(1), 1, { farewell: false })
  await talk.pass(1)
  talk.write('Mais uma coisa')
  expect(ticket()).toMatchObject({ id: 1, status: 'pending', userId: 2, queueId: 1, startedAt: null })
})

test('offers it to nobody else by router or chance', async () => {
  updateQueue(talk.ctxAs(talk.ana), 1, { ativarRoteador: true, tempoRoteador: 1 })
  setSetting(talk, 'userRandom', 'enabled')
  sql('INSERT INTO user_queue (user_id, queue_id) VALUES (3, 1)')
  talk.connect({ timeCreateNewTicket: 30 })
  for (const person of [talk.bruno, talk.carla]) noteUserSeen(talk.ctxAs(person))
  talk.write('Oi')
  await talk.pass(3)
  expect(ticket()?.userId).toBe(2)
  closeTicket(talk.ctx(1), 1, { farewell: false })
  talk.write('Oi')
  await talk.pass(3)
  expect(ticket()).toMatchObject({ id: 1, status: 'pending', userId: 2 })
})
