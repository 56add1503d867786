import { afterEach, beforeEach, expect, test } from 'bun:test'
import { openTicket } from '../../testing/conversation/conversation'
import { messageEvent, receive } from '../../testing/conversation/inbound'
import { addTicket } from '../../testing/conversation/tickets'
import { setTicketQueue } from '../assignment/set-ticket-queue'
import { createWorld, type World } from '../../testing/world/world'

const noon = new Date('2026-11-18T15:00:00Z')
let world: World
beforeEach(async () => {
  world = await createWorld({ now: noon })
  openTicket(world)
  world.published.length = 0
})
afterEach(() => world.stop())

const as = (person: 'ana' | 'bruno' | 'carla') => world.as(world[person])
const tab = async (status: string, person: 'ana' | 'bruno' = 'bruno') =>
  (await (await as(person)).get(`/tickets?status=${status}`)).body.tickets.map(({ id }: { id: number }) => id)
const counts = async () => {
  const { open, snoozed } = (await (await as('bruno')).get('/tickets/counts')).body
  return { open, snoozed }
}
const snooze = async (until: string, person: 'ana' | 'bruno' | 'carla' = 'bruno') =>
  (await as(person)).post('/tickets/1/snooze', { until })

test('leaves the open list and its count until the time, in the company’s time zone', async () => {
  const { status, body } = await snooze('2026-11-19T08:00')
  expect([status, body.status, body.snoozedUntil]).toEqual([200, 'open', '2026-11-19T11:00:00.000Z'])
  expect([await tab('open'), await tab('snoozed'), await counts()]).toEqual([[], [1], { open: 0, snoozed: 1 }])
  expect(await tab('search')).toEqual([1])
  expect(world.published.map(({ event, data }) => [event, data['action']])).toEqual([['company-1-ticket', 'update']])
})

test('returns on time with a notification, once, also after a restart', async () => {
  await snooze('2026-11-19T08:00')
  world.setTime(new Date('2026-11-19T10:59:59Z'))
  await world.runJobs(1)
  expect(await tab('snoozed')).toEqual([1])
  world.setTime(new Date('2026-11-19T11:00:00Z'))
  await world.runJobs(1)
  await world.runJobs(1)
  expect([await tab('open'), await tab('snoozed'), await counts()]).toEqual([[1], [], { open: 1, snoozed: 0 }])
  const { notifications } = (await (await as('bruno')).get('/notifications')).body
  expect(notifications).toMatchObject([{ kind: 'snoozeEnded', ticketId: 1, from: null }])
})

test('returns at once when the contact writes, but not for our own message', async () => {
  await snooze('2026-11-19T08:00')
  await (await as('bruno')).post('/messages/1', { body: 'Retorno amanhã' })
  expect(await tab('snoozed')).toEqual([1])
  receive(world, 1, messageEvent({ text: 'Já decidi', atMs: noon.getTime() }))
  expect([await tab('open'), await counts()]).toEqual([[1], { open: 1, snoozed: 0 }])
})

test('a later time replaces the earlier one, and a user can end it', async () => {
  await snooze('2026-11-18T16:00:00Z')
  await snooze('2026-11-20T08:00')
  world.setTime(new Date('2026-11-18T16:00:00Z'))
  await world.runJobs(1)
  expect(await tab('snoozed')).toEqual([1])
  const bruno = await as('bruno')
  expect((await bruno.delete('/tickets/1/snooze')).body.snoozedUntil).toBe(null)
  world.published.length = 0
  expect((await bruno.delete('/tickets/1/snooze')).status).toBe(200)
  expect(world.published).toEqual([])
  expect(await tab('open')).toEqual([1])
  expect((await (await as('bruno')).get('/notifications')).body.notifications).toEqual([])
})

test('ends when the ticket’s user changes, and the counts match', async () => {
  await snooze('2026-11-19T08:00')
  const ana = await as('ana')
  await ana.put('/tickets/1', { status: 'open', userId: world.ana.id, queueId: 1, isTransfered: true })
  expect(await tab('open', 'ana')).toEqual([1])
  await snooze('2026-11-19T08:00', 'ana')
  await (await as('ana')).put('/tickets/1', { status: 'closed' })
  const { sqlite } = world.ctx(1).company
  expect(sqlite.query('SELECT status, snoozed_until FROM ticket').all()).toEqual([
    { status: 'closed', snoozed_until: null },
  ])
  expect(sqlite.query('SELECT status, snoozed, tickets FROM ticket_count WHERE tickets <> 0').all()).toEqual([
    { status: 'closed', snoozed: 0, tickets: 1 },
  ])
})

test('a waiting ticket leaves the list of its queue, for every colleague, and returns to it', async () => {
  const bruno = await as('bruno')
  await bruno.put('/tickets/1', { status: 'pending', userId: null })
  await snooze('2026-11-19T08:00')
  expect([await tab('pending'), await tab('pending', 'ana')]).toEqual([[], []])
  expect([await tab('snoozed'), await tab('snoozed', 'ana')]).toEqual([[1], [1]])
  expect((await (await as('bruno')).get('/tickets/counts')).body).toMatchObject({ pending: 0, snoozed: 1 })
  expect((await (await as('bruno')).post('/tickets/next')).body.ticket).toBe(null)
  const ana = await as('ana')
  expect((await ana.post('/tickets/closeAll', { status: 'pending', selectedQueueIds: [1, 0] })).body.closed).toBe(0)
  const outOfReach = addTicket(world.ctx(1)).id
  expect((await (await as('bruno')).post(`/tickets/${outOfReach}/snooze`, { until: '2026-11-19T08:00' })).status).toBe(
    200,
  )
  setTicketQueue(world.ctx(1), outOfReach, 2)
  world.published.length = 0
  world.setTime(new Date('2026-11-19T11:00:00Z'))
  await world.runJobs(1)
  expect([await tab('pending'), await tab('snoozed'), await tab('snoozed', 'ana')]).toEqual([[1], [], []])
  const notices = world.published.filter(({ event }) => event === 'company-1-notification')
  expect(notices.map(({ data }) => data['notification'])).toMatchObject([{ kind: 'snoozeEnded', ticketId: 1 }])
  const notified = async (person: 'ana' | 'bruno') =>
    (await (await as(person)).get('/notifications')).body.notifications.map(({ kind }: { kind: string }) => kind)
  expect([await notified('bruno'), await notified('ana')]).toEqual([['snoozeEnded'], []])
})

test('accepting a waiting ticket, or a message of the contact, ends its snooze', async () => {
  const bruno = await as('bruno')
  await bruno.put('/tickets/1', { status: 'pending', userId: null })
  await snooze('2026-11-19T08:00')
  receive(world, 1, messageEvent({ text: 'Ainda aí?', atMs: noon.getTime() }))
  expect(await tab('pending')).toEqual([1])
  await snooze('2026-11-19T08:00')
  const again = await as('bruno')
  expect((await again.put('/tickets/1', { status: 'open', userId: world.bruno.id })).body.snoozedUntil).toBe(null)
  expect(await tab('open')).toEqual([1])
})

test('refuses past times, closed tickets, and others’ tickets', async () => {
  expect((await snooze('2026-11-18T12:00')).body).toMatchObject({ fields: { until: 'past' } })
  expect((await snooze('2028-11-18T12:00')).body).toMatchObject({ fields: { until: 'tooLarge' } })
  expect((await snooze('amanhã')).body).toMatchObject({ fields: { until: 'date' } })
  expect((await snooze('')).body).toMatchObject({ fields: { until: 'required' } })
  expect((await snooze('2026-11-19T08:00', 'carla')).status).toBe(404)
  const bruno = await as('bruno')
  await bruno.put('/tickets/1', { status: 'closed' })
  expect((await snooze('2026-11-19T08:00')).body.error).toBe('ERR_TICKET_CLOSED')
  world.ctx(1).company.sqlite.run("UPDATE ticket SET status = 'group', is_group = 1 WHERE id = 1")
  expect((await snooze('2026-11-19T08:00')).body.error).toBe('ERR_TICKET_NOT_ACCEPTED')
})
