import { afterEach, beforeEach, expect, test } from 'bun:test'
import { everyDay } from '../testing/bot/bots'
import { findTicketRowOf } from '../testing/conversation/conversation'
import { messageEvent, receive } from '../testing/conversation/inbound'
import { addTicket } from '../testing/conversation/tickets'
import { noSla, type QueueSla } from '../queue/sla/queue-sla.contract'
import { queueAutomaticText } from '../message/send/queue-message'
import { getTicketRow } from '../ticket/ticket.queries'
import { setTicketQueue } from '../ticket/assignment/set-ticket-queue'
import { type Caller, createWorld, signIn, type World } from '../testing/world/world'

/** Thursday, 09:00 in São Paulo. The Friday after is Consciência Negra. */
const thursday = '2026-11-19T12:00:00Z'

let world: World
let ana: Caller, bruno: Caller, gina: Caller
beforeEach(async () => {
  world = await createWorld({ now: new Date(thursday) })
  ;({ ana, bruno, gina } = await signIn(world, 'ana', 'bruno', 'gina'))
})
afterEach(() => world.stop())

const office = everyDay('09:00-12:00', '13:00-18:00', { saturday: '-', sunday: '-' })
const normal = { firstAnswer: 60, nextAnswer: 30, resolve: 480, warnBefore: 15 }
const promises: QueueSla = {
  ...noSla,
  hours: 'queue',
  normal,
  urgent: { firstAnswer: 10, nextAnswer: 5, resolve: 60, warnBefore: null },
}
const promise = async (sla: QueueSla = promises, queueId = 1) => {
  const answer = await ana.put(`/queue/${queueId}`, { sla, schedules: office })
  expect(answer.status).toBe(200)
  await world.runJobs(1)
}

const at = (time: string) => world.setTime(new Date(time))
const writes = (text = 'Oi') => receive(world, 1, messageEvent({ text, atMs: world.ctx(1).now.getTime() }))
const answers = (text = 'Olá') => bruno.post('/messages/1', { body: text })
const due = (id = 1) => {
  const ticket = findTicketRowOf(world, id)
  return ticket?.dueAt ? [ticket.dueKind, ticket.dueAt.toISOString()] : null
}
const events = (type: string) =>
  world
    .ctx(1)
    .company.sqlite.query<{ ticket_id: number; data: string }, [string]>(
      'SELECT ticket_id, data FROM event WHERE type = ? ORDER BY number',
    )
    .all(type)
    .map(({ data }) => JSON.parse(data).kind)
const results = () =>
  world
    .ctx(1)
    .company.sqlite.query<Record<string, unknown>, []>(
      'SELECT kind, kept, user_id AS "user", queue_id AS queue FROM sla_result ORDER BY id',
    )
    .all()
const notices = async (caller: Caller) =>
  (await caller.get('/notifications')).body.notifications
    .map(({ kind }: { kind: string }) => kind)
    .filter((kind: string) => kind.startsWith('sla'))

async function arrive() {
  writes()
  setTicketQueue(world.ctx(1), 1, 1)
}

test('the first answer is due in the queue’s hours, and over the lunch break', async () => {
  await promise()
  at('2026-11-19T14:30:00Z')
  await arrive()
  // 11:30 in São Paulo: half an hour until lunch, half an hour after it.
  expect(due()).toEqual(['firstAnswer', '2026-11-19T16:30:00.000Z'])
  const shown = (await bruno.get('/tickets/1')).body.due
  expect(shown).toEqual({ kind: 'firstAnswer', at: '2026-11-19T16:30:00.000Z', warnAt: '2026-11-19T16:15:00.000Z' })
})

test('an answer by a person keeps the promise, a bot’s or a note does not; then the contact is waited for', async () => {
  await promise()
  await arrive()
  await bruno.put('/tickets/1', { status: 'open', userId: world.bruno.id, queueId: 1 })
  await bruno.post('/messages/1', { body: 'Já vi', isPrivate: true })
  expect(due()).toEqual(['firstAnswer', '2026-11-19T13:00:00.000Z'])
  at('2026-11-19T12:40:00Z')
  await answers()
  expect(due()).toBeNull()
  expect(results()).toEqual([{ kind: 'firstAnswer', kept: 1, user: world.bruno.id, queue: 1 }])
  at('2026-11-19T20:45:00Z')
  writes('E agora?')
  // 17:45: a quarter of an hour today, the rest after the holiday and the weekend.
  await ana.post('/holidays', { day: '2026-11-20', name: 'Consciência Negra' })
  await world.runJobs(1)
  expect(due()).toEqual(['nextAnswer', '2026-11-23T12:15:00.000Z'])
})

test('warns and reports a breach once each, to the agent and admins, also when the job is late or repeated', async () => {
  await promise()
  await arrive()
  await bruno.put('/tickets/1', { status: 'open', userId: world.bruno.id, queueId: 1 })
  await ana.post('/notifications/read', {})
  at('2026-11-19T12:44:59Z')
  await world.runJobs(1)
  expect(events('sla.warned')).toEqual([])
  at('2026-11-19T12:45:00Z')
  await world.runJobs(1)
  await world.runJobs(1)
  expect([events('sla.warned'), events('sla.breached')]).toEqual([['firstAnswer'], []])
  expect([await notices(bruno), await notices(ana), await notices(gina)]).toEqual([['slaWarned'], ['slaWarned'], []])
  at('2026-11-19T13:00:00Z')
  await world.runJobs(1)
  await world.runJobs(1)
  expect(events('sla.breached')).toEqual(['firstAnswer'])
  expect(await notices(bruno)).toEqual(['slaBreached', 'slaWarned'])
  at('2026-11-19T13:10:00Z')
  await answers()
  await world.runJobs(1)
  expect(events('sla.breached')).toEqual(['firstAnswer'])
  expect(results()).toEqual([{ kind: 'firstAnswer', kept: 0, user: world.bruno.id, queue: 1 }])
})

test('an answer after the due time, before the job ran, is a breach once', async () => {
  await promise()
  await arrive()
  await bruno.put('/tickets/1', { status: 'open', userId: world.bruno.id, queueId: 1 })
  at('2026-11-19T13:30:00Z')
  await answers()
  await world.runJobs(1)
  expect([events('sla.warned'), events('sla.breached')]).toEqual([[], ['firstAnswer']])
  expect(results()).toEqual([{ kind: 'firstAnswer', kept: 0, user: world.bruno.id, queue: 1 }])
})

test('the priority changes the target; time that passed stays counted', async () => {
  await promise()
  await arrive()
  at('2026-11-19T12:05:00Z')
  await bruno.put('/tickets/1', { priority: 'urgent' })
  expect(due()).toEqual(['firstAnswer', '2026-11-19T12:10:00.000Z'])
  await bruno.put('/tickets/1', { priority: 'low' })
  expect(due()).toBeNull()
  await bruno.put('/tickets/1', { priority: 'normal' })
  expect(due()).toEqual(['firstAnswer', '2026-11-19T13:00:00.000Z'])
})

test('another queue’s hours count from the change on', async () => {
  await promise()
  await promise({ ...noSla, normal: { ...normal, firstAnswer: 40 } }, 2)
  at('2026-11-19T14:50:00Z')
  await arrive()
  at('2026-11-19T15:30:00Z')
  setTicketQueue(world.ctx(1), 1, 2)
  // Ten minutes until lunch were used; the other queue promises 40 at any hour.
  expect(due()).toEqual(['firstAnswer', '2026-11-19T16:00:00.000Z'])
})

test('a snooze stops the clock, and the closing keeps or breaks the resolution', async () => {
  await promise()
  await arrive()
  await bruno.put('/tickets/1', { status: 'open', userId: world.bruno.id, queueId: 1 })
  at('2026-11-19T12:20:00Z')
  await bruno.post('/tickets/1/snooze', { until: '2026-11-19T12:00' })
  expect(due()).toBeNull()
  at('2026-11-19T14:20:00Z')
  await bruno.delete('/tickets/1/snooze')
  expect(due()).toEqual(['firstAnswer', '2026-11-19T15:00:00.000Z'])
  await answers()
  await bruno.put('/tickets/1', { status: 'closed', sendFarewellMessage: false, canUndo: true })
  expect(results().map(({ kind, kept }) => [kind, kept])).toEqual([
    ['firstAnswer', 1],
    ['resolve', 1],
  ])
  await bruno.post('/tickets/1/undoClose')
  expect(results().map(({ kind }) => kind)).toEqual(['firstAnswer'])
  writes('Mais uma coisa')
  expect(due()?.[0]).toBe('nextAnswer')
})

test('who got only a bot’s answer still waits when promises begin', async () => {
  await arrive()
  const ctx = world.ctx(1)
  ctx.transaction(() => queueAutomaticText(ctx, getTicketRow(ctx, 1), 'Você está na fila'))
  await promise()
  expect(due()?.[0]).toBe('firstAnswer')
})

test('new targets and their end reach open tickets; other companies and queues have none', async () => {
  await arrive()
  const other = addTicket(world.ctx(1), { queueId: 2 })
  expect(due()).toBeNull()
  await promise()
  expect([due(), due(other.id)]).toEqual([['firstAnswer', '2026-11-19T13:00:00.000Z'], null])
  await promise({ ...promises, hours: 'always', normal: { ...normal, firstAnswer: 90 } })
  expect(due()).toEqual(['firstAnswer', '2026-11-19T13:30:00.000Z'])
  await promise(noSla)
  expect(due()).toBeNull()
  receive(world, 2, messageEvent({ text: 'Oi', phone: '5511988880002' }))
  expect(world.ctx(2).company.sqlite.query('SELECT count(*) AS n FROM ticket_sla').get()).toEqual({ n: 0 })
})

test('the company’s new time zone reaches open tickets', async () => {
  await promise()
  await arrive()
  const sofia = await world.as(world.sofia)
  expect((await sofia.put('/companies/1', { timeZone: 'America/Manaus' })).status).toBe(200)
  await world.runJobs(1)
  // 08:00 in Manaus: the queue opens in an hour.
  expect(due()).toEqual(['firstAnswer', '2026-11-19T14:00:00.000Z'])
})

test('whoever waits when promises begin has waited since they wrote; what is over is broken without a notice', async () => {
  await arrive()
  at('2026-11-19T12:30:00Z')
  writes('Alô?')
  at('2026-11-19T12:50:00Z')
  await promise()
  expect(due()).toEqual(['firstAnswer', '2026-11-19T13:00:00.000Z'])
  await promise(noSla)
  world.ctx(1).company.sqlite.run('DELETE FROM ticket_sla')
  await ana.post('/notifications/read', {})
  at('2026-11-19T14:00:00Z')
  await promise()
  await world.runJobs(1)
  expect([due(), events('sla.breached'), await notices(ana)]).toEqual([
    ['firstAnswer', '2026-11-19T13:00:00.000Z'],
    ['firstAnswer'],
    [],
  ])
})

test('a broken promise stays broken with a later target', async () => {
  await promise()
  await arrive()
  await bruno.put('/tickets/1', { priority: 'urgent' })
  at('2026-11-19T12:11:00Z')
  await world.runJobs(1)
  await bruno.put('/tickets/1', { priority: 'normal' })
  expect(due()).toEqual(['firstAnswer', '2026-11-19T12:10:00.000Z'])
})

test('new targets reach open browsers once, after the last ticket', async () => {
  await arrive()
  for (let count = 0; count < 3; count++) addTicket(world.ctx(1), { queueId: 2 })
  const reloads = () => world.published.filter(({ event }) => event.endsWith('reload'))
  await promise()
  expect(reloads()).toEqual([])
  at('2026-11-19T12:00:03Z')
  await world.runJobs(1)
  expect(reloads()).toMatchObject([{ event: 'company-1-reload' }])
  await promise()
  at('2026-11-19T12:00:10Z')
  await world.runJobs(1)
  expect(reloads()).toHaveLength(1)
})

test('lists the promises of a ticket with their states, to those who see it', async () => {
  await promise()
  await arrive()
  const states = async () =>
    (await bruno.get('/tickets/1/promises')).body.map(
      ({ kind, state, dueAt, leftMinutes }: Record<string, unknown>) => [kind, state, dueAt, leftMinutes],
    )
  at('2026-11-19T12:20:00Z')
  expect(await states()).toEqual([
    ['firstAnswer', 'due', '2026-11-19T13:00:00.000Z', 40],
    ['resolve', 'due', '2026-11-19T21:00:00.000Z', 460],
  ])
  await bruno.put('/tickets/1', { status: 'open', userId: world.bruno.id, queueId: 1 })
  await answers()
  expect(await states()).toEqual([
    ['firstAnswer', 'kept', '2026-11-19T13:00:00.000Z', null],
    ['resolve', 'paused', null, 460],
  ])
  at('2026-11-19T12:30:00Z')
  writes('E o preço?')
  at('2026-11-19T13:10:00Z')
  expect((await states())[1]).toEqual(['nextAnswer', 'broken', '2026-11-19T13:00:00.000Z', -10])
  const carla = (await signIn(world, 'carla')).carla
  expect([(await carla.get('/tickets/1/promises')).status, (await gina.get('/tickets/1/promises')).status]).toEqual([
    404, 404,
  ])
})

test('of an erased contact the verdict stays, without the ticket', async () => {
  await promise()
  await arrive()
  at('2026-11-19T13:30:00Z')
  await world.runJobs(1)
  const contact = (await ana.get('/tickets/1')).body.contact
  expect((await ana.post(`/contacts/${contact.id}/erase`, { name: contact.name })).status).toBe(200)
  await world.runJobs(1)
  const rows = (query: string) => world.ctx(1).company.sqlite.query(query).values()
  expect(rows('SELECT count(*) FROM ticket_sla')).toEqual([[0]])
  const verdicts = rows("SELECT ticket_id, kept FROM sla_result WHERE kind = 'firstAnswer'")
  expect(verdicts).toEqual([[null, 0]])
})

test('names the target that is not a number of minutes', async () => {
  const refused = await ana.put('/queue/1', { sla: { ...promises, normal: { ...normal, resolve: 0 } } })
  expect([refused.status, refused.body.fields]).toEqual([400, { 'sla.normal.resolve': 'tooSmall' }])
})

test('sorts by due time with pages by key, those without last', async () => {
  await promise()
  await arrive()
  const late = addTicket(world.ctx(1), { queueId: 1 })
  world
    .ctx(1)
    .company.sqlite.run('UPDATE ticket SET due_at = 1, due_kind = ?, due_warn_at = 1 WHERE id = ?', [
      'resolve',
      late.id,
    ])
  const none = addTicket(world.ctx(1), { queueId: 1 })
  const list = async (cursor = '') =>
    (await bruno.get(`/tickets?status=pending&sortTickets=DUE${cursor}`)).body.tickets.map(
      ({ id }: { id: number }) => id,
    )
  expect(await list()).toEqual([late.id, 1, none.id])
  expect(await list(`&cursor=1-${late.id}`)).toEqual([1, none.id])
  expect(await list(`&cursor=253402300799999-${none.id}`)).toEqual([])
})
