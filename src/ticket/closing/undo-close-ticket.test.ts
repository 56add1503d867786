import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sendDueClosingMessage } from '../../message/send/closing-message'
import { createTalk, type Talk } from '../../testing/bot/bots'
import { findTicketRowOf, openTicket, setSetting } from '../../testing/conversation/conversation'
import { acceptTicket } from '../assignment/accept-ticket'
import type { TicketLogEntry } from '../ticket.answers'

type Calls = Awaited<ReturnType<Talk['as']>>
let talk: Talk
let bruno: Calls
beforeEach(async () => {
  talk = await createTalk()
  bruno = await talk.as(talk.bruno)
  talk.connect({ complationMessage: 'Obrigado!', ratingMessage: 'De 1 a 5?' }, { maxUseBotQueuesNPS: 3 })
  openTicket(talk)
  talk.newTexts()
})
afterEach(() => talk.stop())

const ticket = () => findTicketRowOf(talk)
const close = (body: object = {}, by = bruno) => by.put('/tickets/1', { status: 'closed', canUndo: true, ...body })
const undo = (by = bruno) => by.post('/tickets/1/undoClose')
const wait = (seconds: number) => talk.jump(new Date(talk.now().getTime() + seconds * 1000))
const figures = () =>
  talk
    .ctx(1)
    .company.sqlite.query(
      'SELECT sum(finished) AS finished, sum(supports) AS supports, sum(support_ms) AS ms FROM attendance_hour',
    )
    .get()

test('the farewell is sent once closing can no longer be undone', async () => {
  expect((await close()).body.status).toBe('closed')
  await wait(5)
  expect(talk.newTexts()).toEqual([])
  await wait(1)
  expect(talk.newTexts()).toEqual(['Obrigado!'])
  const { status, body } = await undo()
  expect([status, body.error, ticket()?.status]).toEqual([409, 'ERR_UNDO_TOO_LATE', 'closed'])
})

test('without undo it is sent at once, and closing is final', async () => {
  await close({ canUndo: false })
  expect(talk.newTexts()).toEqual(['Obrigado!'])
  expect((await undo()).body.error).toBe('ERR_UNDO_TOO_LATE')
})

test('undoing restores the ticket, sends nothing, and is not counted', async () => {
  await wait(60)
  talk.ctx(1).company.sqlite.run('UPDATE ticket SET unread_messages = 2 WHERE id = 1')
  const [before, counted] = [ticket(), figures()]
  await close()
  expect(figures()).not.toEqual(counted)
  await wait(4)
  talk.published.length = 0
  expect((await undo()).body).toMatchObject({ id: 1, status: 'open', userId: 2, queueId: 1, unreadMessages: 2 })
  expect(ticket()).toEqual(before as NonNullable<typeof before>)
  expect(figures()).toEqual(counted)
  const events = talk.published.filter(({ event }) => event === 'company-1-ticket')
  expect(events.map(({ data }) => data['action'])).toContain('update')
  await wait(60)
  expect(talk.newTexts()).toEqual([])
  const log: TicketLogEntry[] = (await bruno.get('/tickets-log/1')).body as never
  expect(log.slice(0, 2).map(({ type }) => type)).toEqual(['reopen', 'closed'])
})

test('a snoozed ticket is snoozed again', async () => {
  await bruno.post('/tickets/1/snooze', { until: '2026-03-11T09:00:00-03:00' })
  await close()
  expect(ticket()?.snoozedUntil).toBeNull()
  expect((await undo()).body['snoozedUntil']).toBe('2026-03-11T12:00:00.000Z')
})

test('a repeated undo changes nothing, and the ticket can be resolved again', async () => {
  await close()
  for (const _ of [1, 2]) expect((await undo()).body.status).toBe('open')
  await wait(1)
  await close()
  await wait(5)
  expect(talk.newTexts()).toEqual([])
  await wait(1)
  expect(talk.newTexts()).toEqual(['Obrigado!'])
})

test('only the user who resolved it can undo it', async () => {
  await close()
  const ana = await talk.as(talk.ana)
  expect((await undo(ana)).body.error).toBe('ERR_UNDO_TOO_LATE')
  expect((await undo(await talk.as(talk.gina))).status).toBe(404)
})

test('the rating question waits as well, and a message meanwhile is no rating', async () => {
  setSetting(talk, 'userRating', 'enabled')
  await close()
  expect(ticket()?.status).toBe('nps')
  talk.write('4')
  expect([ticket()?.status, talk.newTexts()]).toEqual(['nps', []])
  expect((await undo()).body).toMatchObject({ status: 'open', userId: 2, unreadMessages: 2 })
  await close()
  await wait(6)
  expect(talk.newTexts()).toEqual(['De 1 a 5?'])
  talk.write('4')
  expect(ticket()).toMatchObject({ status: 'closed', rating: 4 })
})

test('a contact who writes meanwhile gets no farewell, and the agent can still undo', async () => {
  talk.connect({ timeCreateNewTicket: 10 })
  await close()
  talk.write('Espere!')
  expect(ticket()).toMatchObject({ status: 'pending', userId: null })
  expect((await undo()).body).toMatchObject({ id: 1, status: 'open', userId: 2 })
  await wait(6)
  expect(talk.newTexts()).not.toContain('Obrigado!')
})

test('a ticket that a colleague took meanwhile stays theirs', async () => {
  await close()
  talk.ctx(1).company.sqlite.run("UPDATE ticket SET status = 'pending', user_id = NULL WHERE id = 1")
  acceptTicket(talk.ctxAs(talk.ana), 1)
  const { body } = await undo(await talk.as(talk.bruno))
  expect(['ERR_UNDO_TOO_LATE', 'ERR_NO_TICKET_FOUND']).toContain(body.error)
  expect(ticket()).toMatchObject({ status: 'open', userId: talk.ana.id })
})

test('a contact who opens a new ticket meanwhile gets no farewell on the old one', async () => {
  await close()
  talk.write('Mais uma coisa')
  expect(findTicketRowOf(talk, 2)?.status).toBe('pending')
  expect((await undo()).body.error).toBe('ERR_OTHER_OPEN_TICKET')
  await wait(6)
  expect(talk.newTexts()).not.toContain('Obrigado!')
})

test('a job repeated after a crash sends nothing twice', async () => {
  await close()
  await wait(6)
  expect(talk.newTexts()).toEqual(['Obrigado!'])
  sendDueClosingMessage(talk.ctx(1), 1, { kind: 'farewell', userId: 2, waited: false })
  expect(talk.newTexts()).toEqual([])
})
