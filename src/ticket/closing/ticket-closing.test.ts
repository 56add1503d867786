import { afterEach, beforeEach, expect, test } from 'bun:test'
import { addTicket, setSwitches } from '../../testing/conversation/tickets'
import { effectsOf, noEffects } from '../../testing/world/side-effects'
import { type Caller, createWorld, signIn, type World } from '../../testing/world/world'
import { closeRatedTicket } from './close-ticket'
import { openConversation } from '../opening/open-conversation'
import { getTicketRow } from '../ticket.queries'
import { createTicketDesk } from '../../testing/conversation/ticket-desk'

let world: World
let ana: Caller, bruno: Caller
beforeEach(async () => {
  world = await createWorld()
  ;({ ana, bruno } = await signIn(world, 'ana', 'bruno'))
})
afterEach(() => world.stop())

const { acme, sql, enable, open, log } = createTicketDesk(() => ({ world, ana }))

test('closing resets unread, is logged, and removes the ticket from the tabs', async () => {
  const ticket = open()
  sql('UPDATE ticket SET unread_messages = 3 WHERE id = ?', ticket.id)
  world.published.length = 0
  const { body } = await bruno.put(`/tickets/${ticket.id}`, { status: 'closed', userId: 2, sendFarewellMessage: false })
  expect(body).toMatchObject({ status: 'closed', userId: 2, unreadMessages: 0 })
  expect(await log(ticket.id)).toEqual(['create', 'closed'])
  const published = world.published.filter(({ event }) => event === 'company-1-ticket')
  expect(published.map(({ data }) => data['action'])).toEqual(['delete', 'update'])
  expect(published[0]?.data).toEqual({ action: 'delete', ticketId: ticket.id, reason: 'closed', status: 'open' })
  const again = await effectsOf(world, () => bruno.put(`/tickets/${ticket.id}`, { status: 'closed' }))
  expect(again).toMatchObject(noEffects)
})

test('a required tag applies to users, but not to ignoring', async () => {
  await enable('requiredTag')
  const ticket = open()
  const { answer, ...effects } = await effectsOf(world, () => bruno.put(`/tickets/${ticket.id}`, { status: 'closed' }))
  expect([answer.status, answer.body.error, effects]).toEqual([400, 'ERR_TAG_REQUIRED', noEffects])
  sql("INSERT INTO tag (name, color, created_at, updated_at) VALUES ('VIP', '#000000', 0, 0)")
  sql('INSERT INTO contact_tag (contact_id, tag_id) VALUES (?, 1)', ticket.contactId)
  expect((await bruno.put(`/tickets/${ticket.id}`, { status: 'closed' })).body.status).toBe('closed')
  const ignored = addTicket(acme())
  const ignore = { status: 'closed', sendFarewellMessage: false, amountUsedBotQueues: 0 }
  expect((await bruno.put(`/tickets/${ignored.id}`, ignore)).body.status).toBe('closed')
})

test('ignoring is limited to users who may close pending tickets', async () => {
  setSwitches(acme(), 2, { user_close_pending_ticket: false })
  const ticket = addTicket(acme())
  const ignore = { status: 'closed', sendFarewellMessage: false, amountUsedBotQueues: 0 }
  for (const body of [ignore, { status: 'closed' }]) {
    const { answer, ...effects } = await effectsOf(world, () => bruno.put(`/tickets/${ticket.id}`, body))
    expect([answer.status, answer.body.error, effects]).toEqual([403, 'ERR_NO_PERMISSION', noEffects])
  }
  expect((await ana.put(`/tickets/${ticket.id}`, ignore)).body).toMatchObject({ status: 'closed', userId: null })
})

test('asks for a rating if enabled, on an attended ticket outside groups, with a text', async () => {
  await enable('userRating')
  const close = async (ticket: { id: number }, sendFarewellMessage = true) =>
    (await ana.put(`/tickets/${ticket.id}`, { status: 'closed', sendFarewellMessage })).body.status
  expect(await close(open())).toBe('closed')
  sql("UPDATE connection SET rating_message = 'De 1 a 5?'")
  expect(await close(open(), false)).toBe('closed')
  expect(await close(addTicket(acme()))).toBe('closed')
  expect(await close(addTicket(acme(), { status: 'group', isGroup: true, userId: 2 }))).toBe('closed')
  expect(await close(addTicket(acme(), { userId: 2 }))).toBe('closed')
  expect(await close(addTicket(acme(), { status: 'open', isGroup: true, userId: 2 }))).toBe('closed')
  const offline = open()
  sql('UPDATE ticket SET connection_id = NULL WHERE id = ?', offline.id)
  expect(await close(offline)).toBe('closed')
  const rated = open()
  expect(await close(rated)).toBe('nps')
  expect(await log(rated.id)).toEqual(['create'])
  closeRatedTicket(acme(), rated.id, 5)
  expect(getTicketRow(acme(), rated.id)).toMatchObject({ status: 'closed', rating: 5, ratingUserId: 2 })
  expect((await ana.get(`/tickets/${rated.id}`)).body.userRating).toEqual({ rate: 5 })
  expect(await log(rated.id)).toEqual(['create', 'closed'])
})

test('three concurrent closings ask for the rating once', async () => {
  await enable('userRating')
  sql("UPDATE connection SET rating_message = 'De 1 a 5?'")
  const ticket = open()
  const closeThrice = async (body: object) => {
    const calls = [1, 2, 3].map(() => bruno.put(`/tickets/${ticket.id}`, { status: 'closed', ...body }))
    const answers = await Promise.all(calls)
    const [first = await bruno.get(`/tickets/${ticket.id}`)] = answers
    expect(new Set(answers.map(({ body: { status } }) => status)).size).toBe(1)
    return first
  }
  const requested = await effectsOf(world, () => closeThrice({}))
  expect([requested.answer.body.status, requested.events]).toEqual([
    'nps',
    { 'ticket.ratingAwaited': 1, 'message.sent': 1 },
  ])
  expect(await log(ticket.id)).toEqual(['create'])
  const quietly = await effectsOf(world, () => closeThrice({ sendFarewellMessage: false }))
  expect([quietly.answer.body.status, quietly.events]).toEqual(['closed', { 'ticket.closed': 1 }])
  expect(await log(ticket.id)).toEqual(['create', 'closed'])
})

test('a ticket awaiting its rating can be reopened', async () => {
  await enable('userRating')
  sql("UPDATE connection SET rating_message = 'De 1 a 5?'")
  const ticket = open()
  expect((await bruno.put(`/tickets/${ticket.id}`, { status: 'closed' })).body.status).toBe('nps')
  const { body } = await bruno.put(`/tickets/${ticket.id}`, { status: 'open', userId: 2 })
  expect(body).toMatchObject({ id: ticket.id, status: 'open', userId: 2 })
  expect(await log(ticket.id)).toEqual(['create', 'reopen'])
  closeRatedTicket(acme(), ticket.id)
  expect(getTicketRow(acme(), ticket.id).status).toBe('open')
})

test('reopening assigns the user, and is refused beside another active ticket', async () => {
  const ticket = open()
  await bruno.put(`/tickets/${ticket.id}`, { status: 'closed', sendFarewellMessage: false })
  const reopened = await ana.put(`/tickets/${ticket.id}`, { status: 'open', userId: 1 })
  expect(reopened.body).toMatchObject({ id: ticket.id, status: 'open', userId: 1 })
  expect(await log(ticket.id)).toEqual(['create', 'closed', 'reopen'])
  await ana.put(`/tickets/${ticket.id}`, { status: 'closed', sendFarewellMessage: false })

  const other = addTicket(acme(), { contactId: ticket.contactId, status: 'open', userId: 3, queueId: 2 })
  sql("UPDATE ticket SET last_message = 'segredo' WHERE id = ?", other.id)
  for (const calls of [ana, bruno]) {
    sql('UPDATE ticket SET user_id = 2 WHERE id = ?', ticket.id)
    const { answer, ...effects } = await effectsOf(world, () => calls.put(`/tickets/${ticket.id}`, { status: 'open' }))
    expect(effects).toEqual(noEffects)
    expect(answer.body).toMatchObject({ id: other.id, userId: 3, user: { name: 'Carla Dias' } })
    expect(answer.body.lastMessage).toBe(calls === ana ? 'segredo' : '')
  }
  const transfer = { isTransfered: true, queueId: 1, userId: 2 }
  expect((await ana.put(`/tickets/${ticket.id}`, transfer)).body.id).toBe(other.id)
})

test('closing all respects status and queues, and is limited to admins', async () => {
  const [pending1, pending2, open1] = [addTicket(acme()), addTicket(acme(), { queueId: 2 }), open()]
  const { answer, ...effects } = await effectsOf(world, () =>
    bruno.post('/tickets/closeAll', { status: 'pending', selectedQueueIds: [1] }),
  )
  expect([answer.status, answer.body.error, effects]).toEqual([403, 'ERR_NO_PERMISSION', noEffects])
  const done = await ana.post('/tickets/closeAll', { status: 'pending', selectedQueueIds: [1] })
  expect(done.body).toEqual({ closed: 1 })
  const statusOf = ({ id }: { id: number }) => getTicketRow(acme(), id).status
  expect([pending1, pending2, open1].map(statusOf)).toEqual(['closed', 'pending', 'open'])
})

test('deleting includes messages and files, and records the user', async () => {
  const ticket = open()
  sql("INSERT INTO message (ticket_id, from_me, body, created_at) VALUES (?, 0, 'oi', 0)", ticket.id)
  sql(
    "INSERT INTO media (key, kind, owner_id, name, type, size, created_at) VALUES ('2026-01-x', 'message', 1, 'a', 'b', 1, 0)",
  )
  sql('UPDATE message SET media_id = 1')
  const refused = await bruno.delete(`/tickets/${ticket.id}`)
  expect([refused.status, refused.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
  const effects = await effectsOf(world, () => ana.delete(`/tickets/${ticket.id}`))
  expect(effects.events).toEqual({ 'ticket.deleted': 1 })
  expect(effects.live).toEqual({ 'company-1-ticket': 1 })
  const left = (table: string) => acme().company.sqlite.query(`SELECT 1 FROM ${table}`).all()
  expect([left('message'), left('media'), left("message_search WHERE message_search MATCH 'oi'")]).toEqual([[], [], []])
})

test('logs the opening of a conversation once per hour and user', async () => {
  const ticket = open()
  const start = new Date()
  world.setTime(start)
  // What else the user did on the ticket is no opening.
  world
    .ctx(1)
    .company.sqlite.run(
      "INSERT INTO event (at, type, user_id, ticket_id, data) VALUES (?, 'ticket.read', 2, ?, '{}')",
      [start.getTime(), ticket.id],
    )
  for (const minutes of [0, 10, 14]) {
    world.setTime(new Date(start.getTime() + minutes * 60_000))
    await bruno.get(`/tickets/u/${ticket.uuid}`)
  }
  expect(await log(ticket.id)).toEqual(['create', 'access'])
  await ana.get(`/tickets/u/${ticket.uuid}`)
  expect(await log(ticket.id)).toEqual(['create', 'access', 'access'])
  world.setTime(new Date(start.getTime() + 61 * 60_000))
  openConversation(world.ctxAs(world.bruno), ticket.uuid)
  world.setTime(new Date())
  expect(await log(ticket.id)).toEqual(['create', 'access', 'access', 'access'])
})
