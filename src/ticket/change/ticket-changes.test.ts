import { afterEach, beforeEach, expect, test } from 'bun:test'
import { addContact, addTicket, setSwitches } from '../../testing/conversation/tickets'
import { effectsOf, noEffects } from '../../testing/world/side-effects'
import { type Caller, createWorld, signIn, type World } from '../../testing/world/world'
import type { TicketLogEntry } from '../ticket.answers'
import { setTicketQueue } from '../assignment/set-ticket-queue'
import { getTicketRow } from '../ticket.queries'
import { createTicketDesk } from '../../testing/conversation/ticket-desk'

let world: World
let ana: Caller, bruno: Caller, carla: Caller
beforeEach(async () => {
  world = await createWorld()
  ;({ ana, bruno, carla } = await signIn(world, 'ana', 'bruno', 'carla'))
})
afterEach(() => world.stop())

const sqlite = () => world.ctx(1).company.sqlite
const { acme, sql, enable, open, log } = createTicketDesk(() => ({ world, ana }))

test('accepting assigns the ticket to the user', async () => {
  const ticket = addTicket(acme())
  const effects = await effectsOf(world, () => bruno.put(`/tickets/${ticket.id}`, { status: 'open', userId: 2 }))
  expect(effects.answer.status).toBe(200)
  expect(effects.answer.body).toMatchObject({ status: 'open', userId: 2, user: { name: 'Bruno Lima' }, queueId: 1 })
  expect(effects.events).toEqual({ 'ticket.accepted': 1 })
  // Users who see only tickets in queues get its removal, the others its new state.
  expect(effects.live).toEqual({ 'company-1-ticket': 2 })
  expect(effects.otherCompany).toBe('none')
  expect(getTicketRow(acme(), ticket.id).startedAt).not.toBeNull()
  expect(await log(ticket.id)).toEqual(['create', 'open'])
})

test('of sixteen concurrent acceptances one succeeds, and all users are informed', async () => {
  setSwitches(acme(), 3, { all_ticket: true })
  sql('INSERT INTO user_queue (user_id, queue_id) VALUES (3, 1)')
  setSwitches(acme(), 3, {})
  const ticket = addTicket(acme())
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) =>
      (index % 2 === 0 ? bruno : carla).put(`/tickets/${ticket.id}`, { status: 'open' }),
    ),
  )
  const { userId } = getTicketRow(acme(), ticket.id)
  for (const { status, body } of answers)
    expect([status, body['status'], body['userId']]).toEqual([200, 'open', userId])
  expect(await log(ticket.id)).toEqual(['create', 'open'])
})

test('a late acceptance changes nothing and returns the owner, but no messages', async () => {
  sql('INSERT INTO user_queue (user_id, queue_id) VALUES (3, 1)')
  setSwitches(acme(), 3, {})
  const ticket = open()
  sql("UPDATE ticket SET last_message = 'segredo', unread_messages = 3 WHERE id = ?", ticket.id)
  const effects = await effectsOf(world, () => carla.put(`/tickets/${ticket.id}`, { status: 'open', queueId: 2 }))
  expect(effects).toMatchObject(noEffects)
  expect(effects.answer.body).toMatchObject({ id: ticket.id, userId: 2, user: { name: 'Bruno Lima' }, lastMessage: '' })
  expect((await carla.get(`/tickets/${ticket.id}`)).status).toBe(404)
})

test('accepting can choose a queue of one’s own only', async () => {
  setSwitches(acme(), 2, { all_ticket: true })
  const ticket = addTicket(acme(), { queueId: null })
  const foreign = await bruno.put(`/tickets/${ticket.id}`, { status: 'open', queueId: 2 })
  expect([foreign.status, foreign.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
  expect((await bruno.put(`/tickets/${ticket.id}`, { status: 'open', queueId: 99 })).body.error).toBe(
    'ERR_NO_QUEUE_FOUND',
  )
  const own = await bruno.put(`/tickets/${ticket.id}`, { status: 'open', queueId: 1 })
  expect(own.body).toMatchObject({ status: 'open', queueId: 1, userId: 2 })
})

test('a group ticket is accepted as a group', async () => {
  setSwitches(acme(), 2, { allow_group: true })
  const ticket = addTicket(acme(), { status: 'group', isGroup: true, queueId: null })
  expect((await bruno.put(`/tickets/${ticket.id}`, { status: 'group', queueId: 1 })).body).toMatchObject({
    status: 'group',
    userId: 2,
    queueId: 1,
  })
  const back = await bruno.put(`/tickets/${ticket.id}`, { status: 'pending', userId: null })
  expect(back.body).toMatchObject({ status: 'group', userId: null })
  const again = await effectsOf(world, () => bruno.put(`/tickets/${ticket.id}`, { status: 'pending', userId: null }))
  expect(again).toMatchObject({ answer: { status: 200 }, ...noEffects })
})

test('returning puts the ticket back into the queue', async () => {
  const ticket = open()
  const { body } = await bruno.put(`/tickets/${ticket.id}`, { status: 'pending', userId: null })
  expect(body).toMatchObject({ status: 'pending', userId: null, queueId: 1 })
  expect(await log(ticket.id)).toEqual(['create', 'pending'])
  const again = await effectsOf(world, () => bruno.put(`/tickets/${ticket.id}`, { status: 'pending' }))
  expect(again).toMatchObject({ answer: { status: 200 }, ...noEffects })
})

test('accepting, reopening and creating require a queue', async () => {
  const waiting = addTicket(acme(), { queueId: null })
  const closed = addTicket(acme(), { queueId: null, status: 'closed', userId: 1 })
  const contactId = addContact(acme(), 'Nova Cliente')
  for (const ask of [
    () => ana.put(`/tickets/${waiting.id}`, { status: 'open', userId: 1 }),
    () => ana.put(`/tickets/${closed.id}`, { status: 'open', userId: 1 }),
    () => ana.post('/tickets', { contactId, userId: 1, status: 'open', whatsappId: 1 }),
  ]) {
    const { answer, ...effects } = await effectsOf(world, ask)
    const refusal = { error: 'ERR_QUEUE_REQUIRED', fields: { queueId: 'required' } }
    expect([answer.status, answer.body, effects]).toMatchObject([400, refusal, noEffects])
  }
  const taken = await ana.put(`/tickets/${waiting.id}`, { status: 'open', userId: 1, queueId: 2 })
  expect(taken.body).toMatchObject({ status: 'open', queueId: 2 })
})

test('a transfer requires an existing queue and user', async () => {
  const ticket = open()
  const refused = async (body: object) => {
    const { answer, ...effects } = await effectsOf(world, () => bruno.put(`/tickets/${ticket.id}`, body))
    expect(effects).toEqual(noEffects)
    return [answer.status, answer.body.error]
  }
  expect(await refused({ isTransfered: true })).toEqual([400, 'ERR_QUEUE_REQUIRED'])
  expect(await refused({ isTransfered: true, queueId: 99 })).toEqual([404, 'ERR_NO_QUEUE_FOUND'])
  expect(await refused({ isTransfered: true, queueId: 2, userId: 99 })).toEqual([404, 'ERR_NO_USER_FOUND'])
  // Users take tickets into their own queues only.
  expect(await refused({ isTransfered: true, queueId: 2, userId: 2 })).toEqual([403, 'ERR_NO_PERMISSION'])
})

test('a transfer to a user is assigned at once, and both sides are logged', async () => {
  const ticket = open()
  const { body } = await bruno.put(`/tickets/${ticket.id}`, {
    isTransfered: true,
    queueId: 2,
    userId: 3,
    msgTransfer: 'Cuide dela',
  })
  expect(body).toMatchObject({ status: 'open', userId: 3, queueId: 2 })
  const entries: TicketLogEntry[] = (await ana.get(`/tickets-log/${ticket.id}`)).body as never
  expect(entries.slice(0, 2).map(({ type, user, queue }) => [type, user?.name, queue?.name])).toEqual([
    ['receivedTransfer', 'Carla Dias', 'Suporte'],
    ['transfered', 'Bruno Lima', 'Vendas'],
  ])
  expect((await carla.get(`/tickets/u/${ticket.uuid}`)).status).toBe(200)
  expect((await bruno.get(`/tickets/u/${ticket.uuid}`)).status).toBe(404)
})

test('a transfer without a user waits in the queue', async () => {
  const ticket = open()
  const { body } = await bruno.put(`/tickets/${ticket.id}`, { isTransfered: true, queueId: 2, status: 'pending' })
  expect(body).toMatchObject({ status: 'pending', userId: null, queueId: 2 })
  const entries: TicketLogEntry[] = (await ana.get(`/tickets-log/${ticket.id}`)).body as never
  expect(entries.slice(0, 2).map(({ type, user, queue }) => [type, user?.name, queue?.name])).toEqual([
    ['receivedTransfer', 'Bruno Lima', 'Suporte'],
    ['transfered', 'Bruno Lima', 'Vendas'],
  ])
})

test('with closeTicketOnTransfer, a change of queue continues in a new ticket, which is returned', async () => {
  await enable('closeTicketOnTransfer')
  const ticket = open()
  const { body } = await bruno.put(`/tickets/${ticket.id}`, {
    isTransfered: true,
    queueId: 2,
    userId: 3,
    msgTransfer: 'x',
  })
  expect(body).toMatchObject({ status: 'open', userId: 3, queueId: 2, contactId: ticket.contactId })
  expect(body['id']).not.toBe(ticket.id)
  expect(getTicketRow(acme(), ticket.id).status).toBe('closed')
  expect(await log(ticket.id)).toEqual(['create', 'closed', 'transfered'])
  expect(await log(body['id'])).toEqual(['create', 'receivedTransfer'])
  const left = sqlite().query("SELECT data ->> '$.after' AS after FROM event WHERE type = 'ticket.transferred'").get()
  expect(JSON.parse((left as { after: string }).after)).toMatchObject({ status: 'closed', userId: 2, queueId: 1 })
  const same = open()
  expect((await bruno.put(`/tickets/${same.id}`, { isTransfered: true, queueId: 1 })).body.id).toBe(same.id)
})

test('creates a ticket on the requested connection, or returns the owner of the active one', async () => {
  const contactId = addContact(acme(), 'Nova')
  const begun = await bruno.post('/tickets', { contactId, userId: 2, queueId: 1, status: 'open', whatsappId: 1 })
  expect(begun.status).toBe(200)
  expect(begun.body).toMatchObject({ status: 'open', userId: 2, queueId: 1, whatsappId: 1 })
  const { answer, ...effects } = await effectsOf(world, () => carla.post('/tickets', { contactId, queueId: 2 }))
  expect(effects).toEqual(noEffects)
  expect(answer.status).toBe(409)
  expect(answer.body).toEqual({
    error: 'ERR_OTHER_OPEN_TICKET',
    message: 'ERR_OTHER_OPEN_TICKET',
    id: begun.body['id'],
    uuid: begun.body['uuid'],
    status: 'open',
    userId: 2,
    user: { name: 'Bruno Lima' },
    queue: { id: 1, name: 'Vendas' },
  })
})

test('sixteen concurrent creations create one ticket', async () => {
  const contactId = addContact(acme(), 'Nova')
  const answers = await Promise.all(Array.from({ length: 16 }, () => bruno.post('/tickets', { contactId, queueId: 1 })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(15)
})

test('creation names invalid fields', async () => {
  const contactId = addContact(acme(), 'Nova')
  const refused = async (calls: Caller, body: object) => {
    const { status, body: answer } = await calls.post('/tickets', { contactId, ...body })
    return [status, answer.error]
  }
  expect(await refused(bruno, { contactId: 999 })).toEqual([404, 'ERR_NO_CONTACT_FOUND'])
  expect(await refused(bruno, { whatsappId: 999 })).toEqual([404, 'ERR_NO_WAPP_FOUND'])
  expect(await refused(bruno, { queueId: 2 })).toEqual([403, 'ERR_NO_PERMISSION'])
  expect(await refused(bruno, { queueId: 1, userId: 3 })).toEqual([403, 'ERR_NO_PERMISSION'])
  expect(await refused(bruno, { companyId: 2 })).toEqual([403, 'ERR_NO_PERMISSION'])
  expect(await refused(bruno, { contactId: 'x' })).toEqual([400, 'ERR_INVALID_INPUT'])
  sql("UPDATE contact SET channel = 'facebook' WHERE id = ?", contactId)
  expect(await refused(bruno, { queueId: 1 })).toEqual([400, 'ERR_NO_DEF_WAPP_FOUND'])
})

test('refuses unknown commands; other changes apply in place', async () => {
  const ticket = open()
  for (const status of ['nps', 'lgpd']) {
    expect((await bruno.put(`/tickets/${ticket.id}`, { status })).body.error).toBe('ERR_INVALID_INPUT')
  }
  expect((await bruno.put(`/tickets/${ticket.id}`, { status: 'x' })).status).toBe(400)
  const effects = await effectsOf(world, () =>
    bruno.put(`/tickets/${ticket.id}`, { amount: 120.5, useIntegration: true }),
  )
  expect(effects.answer.body).toMatchObject({ amount: 120.5, useIntegration: true, status: 'open', userId: 2 })
  expect(effects.events).toEqual({ 'ticket.updated': 1 })
  const again = await effectsOf(world, () => bruno.put(`/tickets/${ticket.id}`, { amount: 120.5, isBot: false }))
  expect(again).toMatchObject({ answer: { body: { useIntegration: true } }, ...noEffects })
})

test('every field of the body has an effect, with and without a status', async () => {
  const put = async (caller: Caller, id: number, body: object) => (await caller.put(`/tickets/${id}`, body)).body
  const ticket = open()
  const used = () =>
    world.ctx(1).company.sqlite.query('SELECT amount_used_bot_queues AS n FROM ticket WHERE id = ?').get(ticket.id)
  await put(bruno, ticket.id, { amountUsedBotQueues: 2 })
  expect(used()).toEqual({ n: 2 })
  expect((await bruno.put(`/tickets/${ticket.id}`, { amountUsedBotQueues: -1 })).status).toBe(400)
  const events = () => sqlite().query('SELECT count(*) FROM event').values()
  const before = events()
  setTicketQueue(acme(), ticket.id, 1)
  expect(events()).toEqual(before)
  // A queue or a user alone, and a queue with the present status.
  expect(await put(ana, ticket.id, { queueId: 2 })).toMatchObject({ queueId: 2, userId: 2, status: 'open' })
  expect((await bruno.put(`/tickets/${ticket.id}`, { queueId: 1, userId: 2, status: 'open' })).body).toMatchObject({
    queueId: 1,
    userId: 2,
    status: 'open',
  })
  expect((await bruno.put(`/tickets/${ticket.id}`, { queueId: 2 })).body['error']).toBe('ERR_NO_PERMISSION')
  expect(await put(bruno, ticket.id, { userId: 1 })).toMatchObject({ queueId: 1, userId: 1, status: 'open' })
  expect((await bruno.put(`/tickets/${ticket.id}`, { userId: 2 })).status).toBe(404)
  expect(await put(ana, ticket.id, { userId: null })).toMatchObject({ queueId: 1, userId: null, status: 'pending' })
  expect(await put(ana, ticket.id, { userId: 1, useIntegration: true })).toMatchObject({
    userId: 1,
    useIntegration: true,
  })
  expect(await put(ana, ticket.id, { status: 'pending', queueId: 2 })).toMatchObject({ queueId: 2, userId: null })
  expect(await put(ana, ticket.id, { status: 'pending', queueId: 1 })).toMatchObject({ queueId: 1, userId: null })
  // Ignoring a ticket resets the bot's repeat count.
  await put(ana, ticket.id, { amountUsedBotQueues: 3 })
  const ignored = { status: 'closed', sendFarewellMessage: false, amountUsedBotQueues: 0 }
  expect(await put(bruno, ticket.id, ignored)).toMatchObject({ status: 'closed' })
  expect(used()).toEqual({ n: 0 })
  expect((await bruno.put(`/tickets/${ticket.id}`, { userId: 2 })).body['error']).toBe('ERR_TICKET_CLOSED')
})

test('a late request’s switches change nothing', async () => {
  const ticket = open()
  await bruno.put(`/tickets/${ticket.id}`, { isTransfered: true, queueId: 2, userId: 3 })
  const late = await bruno.put(`/tickets/${ticket.id}`, { status: 'open', useIntegration: true, amount: 5 })
  expect(late.status).toBe(404)
  const waiting = addTicket(acme())
  sql('UPDATE ticket SET user_id = 3, status = ? WHERE id = ?', 'open', waiting.id)
  const taken = await bruno.put(`/tickets/${waiting.id}`, { status: 'open', useIntegration: true, amount: 5 })
  expect([taken.status, taken.body['userId']]).toEqual([200, 3])
  for (const { id } of [ticket, waiting]) {
    expect(getTicketRow(acme(), id)).toMatchObject({ userId: 3, useIntegration: false, amount: null })
  }
})

test('users who see the ticket read and write notes; author and admins delete them', async () => {
  const ticket = open()
  const short = await bruno.post('/ticket-notes', { note: ' x ', ticketId: ticket.id, contactId: ticket.contactId })
  expect([short.status, short.body.fields]).toEqual([400, { note: 'tooShort' }])
  const unseen = await carla.post('/ticket-notes', { note: 'oi!', ticketId: ticket.id })
  expect([unseen.status, unseen.body.error]).toEqual([404, 'ERR_NO_TICKET_FOUND'])
  const { body } = await bruno.post('/ticket-notes', { note: 'Prefere de manhã', ticketId: ticket.id, contactId: 999 })
  expect(body).toMatchObject({ note: 'Prefere de manhã', user: { name: 'Bruno Lima' }, contactId: ticket.contactId })
  const list = await bruno.get(`/ticket-notes/list?ticketId=${ticket.id}&contactId=${ticket.contactId}`)
  expect(list.body).toEqual([body] as never)
  expect((await carla.get(`/ticket-notes/list?ticketId=${ticket.id}`)).status).toBe(404)
  // Another conversation of the contact, out of Bruno's reach.
  const other = addTicket(acme(), { contactId: ticket.contactId, status: 'closed', userId: 3, queueId: 2 })
  await carla.post('/ticket-notes', { note: 'Da Carla', ticketId: other.id })
  const notesOf = async (caller: Caller) => (await caller.get(`/ticket-notes/list?ticketId=${ticket.id}`)).body.length
  expect([await notesOf(bruno), await notesOf(ana)]).toEqual([1, 2])
  expect((await carla.delete(`/ticket-notes/${body['id']}`)).status).toBe(404)
  const byAna = (await ana.post('/ticket-notes', { note: 'De Ana', ticketId: ticket.id })).body
  expect((await bruno.delete(`/ticket-notes/${byAna['id']}`)).body.error).toBe('ERR_NO_PERMISSION')
  expect((await ana.delete(`/ticket-notes/${body['id']}`)).status).toBe(200)
})
