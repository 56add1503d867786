import { afterEach, beforeEach, expect, test } from 'bun:test'
import { addTicket, setSwitches } from '../../testing/conversation/tickets'
import { type Caller, createWorld, type World } from '../../testing/world/world'
import { nextTurn } from '../../kernel/company/batches'
import { changeTickets } from './change-tickets'
import { setSetting } from '../../testing/conversation/conversation'
import { getTicketRow } from '../ticket.queries'

const start = new Date('2026-11-20T12:00:00.000Z')
let world: World
let bruno: Caller
beforeEach(async () => {
  world = await createWorld({ now: start })
  bruno = await world.as(world.bruno)
})
afterEach(() => world.stop())

const acme = () => world.ctx(1)
const mine = () => addTicket(acme(), { status: 'open', userId: 2 }).id
const change = async (ids: number[], what: object, by = bruno) => {
  const { status, body } = await by.post('/tickets/change', { ids, change: what })
  expect(status).toBe(200)
  return body['results'] as { id: number; error: string | null; canUndo: boolean }[]
}
const errors = (results: { error: string | null }[]) => results.map(({ error }) => error)
const ticket = (id: number) => getTicketRow(acme(), id)

test('accepts pending tickets, and reports each that cannot be accepted', async () => {
  const waiting = addTicket(acme()).id
  const withoutQueue = addTicket(acme(), { queueId: null, userId: 2 }).id
  const taken = addTicket(acme(), { status: 'open', userId: 2 }).id
  const unseen = addTicket(acme(), { queueId: 2 }).id
  const ids = [waiting, withoutQueue, taken, unseen, 999]
  expect(await change(ids, { action: 'accept' })).toEqual([
    { id: waiting, error: null, canUndo: true },
    { id: withoutQueue, error: 'ERR_QUEUE_REQUIRED', canUndo: false },
    { id: taken, error: 'ERR_TICKET_TAKEN', canUndo: false },
    { id: unseen, error: 'ERR_NO_TICKET_FOUND', canUndo: false },
    { id: 999, error: 'ERR_NO_TICKET_FOUND', canUndo: false },
  ])
  expect(ticket(waiting)).toMatchObject({ status: 'open', userId: 2, queueId: 1 })
  expect(ticket(withoutQueue).status).toBe('pending')
  expect(errors(await change([withoutQueue], { action: 'accept', queueId: 1 }))).toEqual([null])
})

const figures = () =>
  acme()
    .company.sqlite.query('SELECT sum(started) AS s, sum(waits) AS w, sum(wait_ms) AS ms FROM attendance_hour')
    .get()

test('undoing returns accepted tickets to their former state, uncounted', async () => {
  const ids = [addTicket(acme()).id, addTicket(acme(), { queueId: null, userId: 2 }).id, addTicket(acme()).id]
  await bruno.post(`/tickets/${ids[2]}/snooze`, { until: '2026-11-21T12:00:00Z' })
  const before = ids.map(ticket)
  world.setTime(new Date(start.getTime() + 1000))
  await change([mine()], { action: 'accept' })
  const counted = figures()
  const done = [null, null, null]
  expect(errors(await change(ids, { action: 'accept', queueId: 1 }))).toEqual(done)
  expect(figures()).not.toEqual(counted)
  expect(errors(await change(ids, { action: 'undoAccept' }))).toEqual(done)
  expect(ids.map(ticket)).toEqual(before)
  expect(figures()).toEqual(counted)
  // A repeated undo changes nothing.
  expect(errors(await change(ids, { action: 'undoAccept' }))).toEqual(done)
  expect(errors(await change(ids, { action: 'undoTransfer' }))).toEqual(ids.map(() => 'ERR_UNDO_TOO_LATE'))
})

test('undoing restores no snooze that a message or time has ended', async () => {
  const { sqlite } = acme().company
  const ids = [addTicket(acme()).id, addTicket(acme()).id]
  const end = (seconds: number) => new Date(start.getTime() + seconds * 1000)
  for (const [index, seconds] of [3600, 3].entries()) {
    sqlite.run('UPDATE ticket SET snoozed_until = ? WHERE id = ?', [end(seconds).getTime(), ids[index] ?? 0])
  }
  await change(ids, { action: 'accept' })
  sqlite.run('UPDATE ticket SET unread_messages = 1, updated_at = ? WHERE id = ?', [end(2).getTime(), ids[0] ?? 0])
  world.setTime(end(3))
  expect(errors(await change(ids, { action: 'undoAccept' }))).toEqual([null, null])
  const after = { status: 'pending', snoozedUntil: null }
  expect(ids.map(ticket)).toMatchObject([
    { ...after, updatedAt: end(2), unreadMessages: 1 },
    { ...after, updatedAt: start },
  ])
})

test('refuses to undo an acceptance after a message, by other users, or later', async () => {
  const ids = [addTicket(acme()).id, addTicket(acme()).id]
  const [answered = 0, silent = 0] = ids
  await change(ids, { action: 'accept' })
  await bruno.post(`/messages/${answered}`, { body: 'Olá!' })
  const ana = await world.as(world.ana)
  expect(errors(await change(ids, { action: 'undoAccept' }, ana))).toEqual(['ERR_UNDO_TOO_LATE', 'ERR_UNDO_TOO_LATE'])
  world.setTime(new Date(start.getTime() + 5_999))
  expect(errors(await change([answered], { action: 'undoAccept' }))).toEqual(['ERR_UNDO_TOO_LATE'])
  world.setTime(new Date(start.getTime() + 6_000))
  expect(errors(await change([silent], { action: 'undoAccept' }))).toEqual(['ERR_UNDO_TOO_LATE'])
})

test('a greeting to the contact cannot be undone, so Undo is not offered', async () => {
  setSetting(world, 'sendGreetingAccepted', 'enabled')
  setSetting(world, 'greetingAcceptedMessage', 'Olá, sou o Bruno')
  const id = addTicket(acme()).id
  expect(await change([id], { action: 'accept' })).toEqual([{ id, error: null, canUndo: false }])
  expect(errors(await change([id], { action: 'undoAccept' }))).toEqual(['ERR_UNDO_TOO_LATE'])
})

test('undoing returns transferred tickets, without their note and its notification', async () => {
  const id = mine()
  const before = ticket(id)
  await change([id], { action: 'transfer', queueId: 2, userId: 3, message: 'Férias' })
  const carla = await world.as(world.carla)
  expect((await carla.get('/notifications')).body['notifications']).toHaveLength(1)
  const counted = figures()
  expect(errors(await change([id], { action: 'undoTransfer' }))).toEqual([null])
  expect(ticket(id)).toMatchObject({ status: 'open', userId: 2, queueId: 1, startedAt: before.startedAt })
  expect(figures()).not.toEqual(counted)
  expect((await carla.get('/notifications')).body['notifications']).toEqual([])
  expect(acme().company.sqlite.query('SELECT 1 FROM message WHERE ticket_id = ?').all(id)).toEqual([])
  expect(errors(await change([id], { action: 'undoTransfer' }, carla))).toEqual(['ERR_NO_TICKET_FOUND'])
})

test('the answer of a single transfer says whether it can be undone', async () => {
  const [id, other] = [mine(), mine()]
  await bruno.post(`/messages/${id}`, { body: 'Vou transferir' })
  const body = { isTransfered: true, queueId: 2, userId: 3, canUndo: true }
  expect((await bruno.put(`/tickets/${id}`, body)).body['canUndo']).toBe(true)
  await bruno.post(`/messages/${other}`, { body: 'Olá!' })
  expect(errors(await change([id], { action: 'undoTransfer' }))).toEqual([null])
  expect(ticket(id)).toMatchObject({ status: 'open', userId: 2, queueId: 1 })
  expect((await bruno.put(`/tickets/${id}`, { ...body, canUndo: false })).body['canUndo']).toBeUndefined()
  expect(errors(await change([id], { action: 'undoTransfer' }))).toEqual(['ERR_NO_TICKET_FOUND'])
  setSetting(world, 'closeTicketOnTransfer', 'enabled')
  expect((await bruno.put(`/tickets/${mine()}`, body)).body['canUndo']).toBe(false)
})

test('a transfer cannot be undone after a colleague’s change, or when it continues in a new ticket', async () => {
  const id = mine()
  await change([id], { action: 'transfer', queueId: 2, userId: 3 })
  await (await world.as(world.carla)).put(`/tickets/${id}`, { status: 'pending', userId: null })
  expect(errors(await change([id], { action: 'undoTransfer' }))).toEqual(['ERR_UNDO_TOO_LATE'])
  setSetting(world, 'closeTicketOnTransfer', 'enabled')
  const other = mine()
  expect(await change([other], { action: 'transfer', queueId: 2, userId: 3 })).toEqual([
    { id: other, error: null, canUndo: false },
  ])
})

test('handles other requests between tickets', async () => {
  const ids = Array.from({ length: 50 }, () => addTicket(acme()).id)
  const changing = changeTickets(world.ctxAs(world.bruno), { ids, change: { action: 'accept' } })
  const accepted = () => ids.filter((id) => ticket(id).status === 'open').length
  const seen = new Set<number>()
  while (accepted() < ids.length) {
    seen.add(accepted())
    await nextTurn()
  }
  expect(seen.size).toBeGreaterThan(20)
  expect(errors(await changing)).toEqual(ids.map(() => null))
})

test('transfers with a note on each', async () => {
  const ids = [mine(), mine()]
  const results = await change(ids, { action: 'transfer', queueId: 2, userId: 3, message: 'Férias' })
  expect(errors(results)).toEqual([null, null])
  for (const id of ids) expect(ticket(id)).toMatchObject({ status: 'open', userId: 3, queueId: 2 })
  const notes = acme().company.sqlite.query("SELECT 1 FROM message WHERE is_private = 1 AND body LIKE '%Férias%'").all()
  expect(notes).toHaveLength(2)
  expect(errors(await change([mine()], { action: 'transfer', queueId: 99 }))).toEqual(['ERR_NO_QUEUE_FOUND'])
})

test('adds a tag once to contacts of several tickets', async () => {
  const first = addTicket(acme(), { status: 'closed', userId: 2 })
  const second = addTicket(acme(), { status: 'open', userId: 2, contactId: first.contactId })
  const ana = await world.as(world.ana)
  const tag = (await ana.post('/tags', { name: 'VIP', color: '#112233', kanban: 0 })).body
  expect(errors(await change([first.id, second.id], { action: 'tag', tagId: tag['id'] }))).toEqual([null, null])
  const rows = acme().company.sqlite.query('SELECT contact_id FROM contact_tag WHERE tag_id = ?').all(tag['id'])
  expect(rows).toEqual([{ contact_id: first.contactId }])
  expect(errors(await change([first.id], { action: 'tag', tagId: 77 }))).toEqual(['ERR_INVALID_INPUT'])
})

test('resolves what the user may resolve, and undoes it', async () => {
  setSwitches(acme(), 2, { show_dashboard: false })
  const [own, waiting] = [mine(), addTicket(acme()).id]
  const resolved = await change([own, waiting], { action: 'resolve' })
  expect(errors(resolved)).toEqual([null, 'ERR_NO_PERMISSION'])
  expect(resolved[0]?.canUndo).toBe(true)
  const again = await change([own], { action: 'resolve' })
  expect(again).toEqual([{ id: own, error: null, canUndo: false }])
  expect([ticket(own).status, ticket(waiting).status]).toEqual(['closed', 'pending'])
  expect(errors(await change([own, waiting], { action: 'undoResolve' }))).toEqual([null, 'ERR_UNDO_TOO_LATE'])
  expect(ticket(own)).toMatchObject({ status: 'open', userId: 2 })
})

test('marks as read, except a colleague’s tickets', async () => {
  const ids = [mine(), addTicket(acme(), { status: 'open', userId: 3 }).id]
  acme().company.sqlite.run('UPDATE ticket SET unread_messages = 4')
  expect(errors(await change(ids, { action: 'read' }))).toEqual([null, 'ERR_NO_TICKET_FOUND'])
  expect(ids.map((id) => ticket(id).unreadMessages)).toEqual([0, 4])
})

test('handles each ticket once, and at most fifty', async () => {
  const id = addTicket(acme()).id
  expect(await change([id, id], { action: 'accept' })).toEqual([{ id, error: null, canUndo: true }])
  const many = Array.from({ length: 51 }, (_, index) => index + 1)
  const call = (body: object) => bruno.post('/tickets/change', body)
  expect((await call({ ids: many, change: { action: 'read' } })).status).toBe(400)
  expect((await call({ ids: [], change: { action: 'read' } })).status).toBe(400)
  expect((await call({ ids: [id], change: { action: 'delete' } })).status).toBe(400)
})
