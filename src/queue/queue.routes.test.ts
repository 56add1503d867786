import { afterAll, beforeAll, expect, test } from 'bun:test'
import { effectsOf, noEffects } from '../testing/world/side-effects'
import { type Caller, createWorld, signIn, type World } from '../testing/world/world'
import { changePlans } from '../testing/world/change-plans'
import { clearIntegrationOfQueues } from './chatbot/clear-targets'

let world: World
let ana: Caller, bruno: Caller, gina: Caller
beforeAll(async () => {
  world = await createWorld()
  ;({ ana, bruno, gina } = await signIn(world, 'ana', 'bruno', 'gina'))
})
afterAll(() => world.stop())

test('all users read the queues of their own company', async () => {
  expect((await world.nobody.get('/queue')).status).toBe(401)
  expect((await world.nobody.get('/queue/1')).status).toBe(401)
  for (const person of [ana, bruno]) {
    const { body } = await person.get('/queue')
    expect(body.map((queue: { name: string }) => queue.name)).toEqual(['Vendas', 'Suporte'])
    expect((await person.get('/queue/1')).body.name).toBe('Vendas')
  }
  expect((await gina.get('/queue/1')).body.name).toBe('Cobrança')
  expect((await ana.get('/queue?companyId=1')).status).toBe(200)
  expect((await ana.get('/queue?companyId=2')).body.error).toBe('ERR_NO_PERMISSION')
  expect((await ana.get('/queue/99')).body.error).toBe('ERR_NO_QUEUE_FOUND')
  expect((await ana.get('/queue/x')).status).toBe(400)
})

test('only admins change queues, and a refused attempt changes nothing', async () => {
  for (const [method, path] of [
    ['POST', '/queue'],
    ['PUT', '/queue/1'],
    ['DELETE', '/queue/1'],
  ] as const) {
    const body = method === 'DELETE' ? undefined : { name: 'Nova', color: '#123456' }
    expect((await world.nobody.call(method, path, body)).status).toBe(401)
    const { answer, ...effects } = await effectsOf(world, () => bruno.call(method, path, body))
    expect([answer.status, answer.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
    expect(effects).toEqual(noEffects)
  }
})

test('creates and changes a queue, published to users of its company only', async () => {
  const created = await effectsOf(world, () =>
    ana.post('/queue', { name: ' Financeiro ', color: '#ABCDEF', orderQueue: 3, schedules: [] }),
  )
  expect(created.answer.body).toMatchObject({ name: 'Financeiro', color: '#abcdef', orderQueue: 3, closeTicket: false })
  const { answer, ...effects } = created
  expect(effects).toEqual({
    events: { 'queue.created': 1 },
    jobs: 'none',
    live: { 'company-1-queue': 1 },
    otherCompany: 'none',
  })
  expect(world.published.at(-1)).toMatchObject({
    topics: ['1/all'],
    data: { action: 'create', queue: { id: answer.body.id } },
  })

  const changed = await effectsOf(world, () => ana.put(`/queue/${answer.body.id}`, { greetingMessage: 'Olá' }))
  expect(changed.answer.body).toMatchObject({ name: 'Financeiro', greetingMessage: 'Olá', orderQueue: 3 })
  expect(changed.events).toEqual({ 'queue.updated': 1 })
  expect(changed.live).toEqual({ 'company-1-queue': 1 })
  expect((await ana.put(`/queue/${answer.body.id}`, { orderQueue: null })).body.orderQueue).toBe(0)
  await ana.put('/queue/1', { orderQueue: 2 })
  expect((await ana.get('/queue')).body.map(({ id }: { id: number }) => id)).toEqual([2, answer.body.id, 1])
  await ana.put('/queue/1', { orderQueue: 0 })
  expect((await gina.put(`/queue/${answer.body.id}`, { name: 'Roubada' })).status).toBe(404)
  expect((await gina.delete(`/queue/${answer.body.id}`)).status).toBe(404)
})

test('attaches people and connections, and refuses others’', async () => {
  const { sqlite } = world.ctx(1).company
  const linked = () => [
    sqlite.query('SELECT connection_id AS c, queue_id AS q FROM connection_queue ORDER BY 1, 2').values(),
    sqlite.query('SELECT user_id AS u, queue_id AS q FROM user_queue ORDER BY 1, 2').values(),
  ]
  const before = linked()
  const queue = { name: 'Trocas', color: '#abc123', connectionIds: [1], userIds: [3, 2] }
  for (const [given, fields] of [
    [{ userIds: [2, 99] }, { userIds: 'unknown' }],
    [{ connectionIds: [2] }, { connectionIds: 'unknown' }],
    // Acme's connection has no greeting that could introduce several queues.
    [{}, { connectionIds: 'connectionGreets' }],
  ] as const) {
    const { answer, ...effects } = await effectsOf(world, () => ana.post('/queue', { ...queue, ...given }))
    expect([answer.status, answer.body.fields]).toEqual([400, fields])
    expect(effects).toEqual(noEffects)
  }
  expect(linked()).toEqual(before)
  sqlite.run("UPDATE connection SET greeting_message = 'Olá'")
  const { answer, events, live, otherCompany } = await effectsOf(world, () => ana.post('/queue', queue))
  expect([answer.body.userIds, answer.body.connectionIds]).toEqual([[2, 3], [1]])
  expect(events).toEqual({ 'queue.created': 1, 'user.changed': 2, 'connection.updated': 1 })
  expect(live).toMatchObject({ 'company-1-queue': 1, 'company-1-whatsapp': 2 })
  expect(otherCompany).toBe('none')
  const { id } = answer.body
  expect((await ana.put(`/queue/${id}`, { name: 'Devoluções' })).body.userIds).toEqual([2, 3])
  expect((await bruno.get('/users/2')).body.queues.map((queue: { id: number }) => queue.id)).toEqual([1, id])
  await ana.put(`/queue/${id}`, { userIds: [], connectionIds: [] })
  expect(linked()).toEqual(before)
  sqlite.run("UPDATE connection SET greeting_message = ''")
  await ana.delete(`/queue/${id}`)
})

test('names invalid fields and stores nothing', async () => {
  const invalid: [object, Record<string, string>][] = [
    [{ color: '#111111' }, { name: 'required' }],
    [{ name: 'A', color: '#111111' }, { name: 'tooShort' }],
    [{ name: 'A'.repeat(51), color: '#111111' }, { name: 'tooLong' }],
    [{ name: 'Fila' }, { color: 'required' }],
    [{ name: 'Fila', color: '#1' }, { color: 'tooShort' }],
    [{ name: 'Fila', color: '#1234567890' }, { color: 'tooLong' }],
    [{ name: 'Fila', color: 'vermelho' }, { color: 'color' }],
    [{ name: 'Fila', color: '#12345' }, { color: 'color' }],
    [{ name: 'Fila', color: '#111111', ativarRoteador: true }, { tempoRoteador: 'required' }],
    [
      { name: 'Fila', color: '#111111', createTicketSendNotificationWAUser: true, messageNotification: ' ' },
      { messageNotification: 'required' },
    ],
  ]
  for (const [body, fields] of invalid) {
    const { answer, ...effects } = await effectsOf(world, () => ana.post('/queue', body))
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ error: 'ERR_INVALID_INPUT', fields })
    expect(effects).toEqual(noEffects)
  }
  for (const [body, fields] of [
    [{ ativarRoteador: true }, { tempoRoteador: 'required' }],
    [{ fileListId: 9 }, { fileListId: 'unknown' }],
  ] as const) {
    expect((await ana.put('/queue/1', body)).body.fields).toEqual(fields)
    expect((await ana.post('/queue', { name: 'Fila', color: '#111111', ...body })).body.fields).toEqual(fields)
  }
  const closing = {
    name: 'Fila',
    color: '#111111',
    closeTicket: true,
    chatbots: [{ name: 'Nova', greetingMessage: 'Oi' }],
  }
  expect((await ana.post('/queue', closing)).body.fields).toEqual({ closeTicket: 'hasOptions' })
  const day = {
    weekday: 'Segunda',
    weekdayEn: 'monday',
    startTimeA: '08:00',
    endTimeA: '',
    startTimeB: '',
    endTimeB: '',
  }
  const half = await ana.post('/queue', { name: 'Fila', color: '#111111', schedules: [day] })
  expect(Object.values(half.body.fields)).toContain('shiftIncomplete')
  const none = await ana.post('/queue', { name: 'Fila', color: '#111111', schedules: [{ ...day, startTimeA: '' }] })
  expect(none.body.fields).toEqual({ schedules: 'shiftRequired' })
})

test('refuses a colour or name in use, regardless of case, but accepts its own', async () => {
  expect((await ana.post('/queue', { name: 'Outra', color: '#0B7285' })).body.error).toBe(
    'ERR_QUEUE_COLOR_ALREADY_EXISTS',
  )
  expect((await ana.post('/queue', { name: 'VENDAS', color: '#111111' })).body.error).toBe(
    'ERR_QUEUE_NAME_ALREADY_EXISTS',
  )
  expect((await ana.put('/queue/2', { color: '#0b7285' })).body.error).toBe('ERR_QUEUE_COLOR_ALREADY_EXISTS')
  expect((await ana.put('/queue/1', { name: 'Vendas', color: '#0b7285' })).status).toBe(200)
  expect((await gina.post('/queue', { name: 'Vendas', color: '#0b7285' })).status).toBe(200)
})

test('the plan limits the number of queues', async () => {
  const other = await createWorld()
  const admin = await other.as(other.ana)
  changePlans(other, { queues: 3 })
  expect((await admin.post('/queue', { name: 'Terceira', color: '#333333' })).status).toBe(200)
  const { answer, ...effects } = await effectsOf(other, () =>
    admin.post('/queue', { name: 'Quarta', color: '#444444' }),
  )
  expect([answer.status, answer.body.error]).toEqual([402, 'ERR_PLAN_LIMIT'])
  expect(effects).toEqual(noEffects)
  other.stop()
})

test('deleting a queue removes it from tickets, members and connections, and keeps the counts right', async () => {
  const own = await createWorld()
  const admin = await own.as(own.ana)
  const { sqlite } = own.platform.files.use(1)
  sqlite.run(`INSERT INTO ticket (uuid, status, contact_id, connection_id, queue_id, unread_messages, created_at, updated_at)
    VALUES ('a', 'pending', 1, 1, 1, 2, 0, 0), ('b', 'closed', 1, 1, 1, 0, 0, 0), ('c', 'closed', 1, 1, 2, 0, 0, 0)`)
  sqlite.run(`UPDATE connection SET options = '{"sendIdQueue":1,"timeSendQueue":5}' WHERE id = 1`)
  const agent = own.ctxAs(own.bruno).actor
  expect(agent).toMatchObject({ queueIds: [1] })

  const { answer, ...effects } = await effectsOf(own, () => admin.delete('/queue/1'))
  expect(answer.status).toBe(200)
  expect(effects).toEqual({
    events: { 'ticket.updated': 1, 'queue.deleted': 1, 'connection.updated': 1 },
    // Without a queue, it waits for the redirect of the connection.
    jobs: { 'ticket.redirect': 1 },
    // Users who saw the ticket only by its queue get its removal, the others its new state.
    live: { 'company-1-ticket': 2, 'company-1-queue': 1, 'company-1-whatsapp': 2 },
    otherCompany: 'none',
  })
  expect(own.ctxAs(own.bruno).actor).toMatchObject({ queueIds: [] })
  const counts = sqlite
    .query('SELECT status, queue_id, tickets, unread FROM ticket_count WHERE tickets <> 0 ORDER BY status, queue_id')
    .values()
  expect(counts).toEqual([
    ['closed', 0, 1, 0],
    ['closed', 2, 1, 0],
    ['pending', 0, 1, 1],
  ])
  const connection = (await admin.get('/whatsapp/1')).body
  expect(connection).toMatchObject({ queueIds: [2], sendIdQueue: null, timeSendQueue: 0 })
  expect((await admin.get('/queue/1')).status).toBe(404)
  own.stop()
})

test('company opening hours are limited to its admins and the super user, with their text', async () => {
  const sofia = await world.as(world.sofia)
  const day = (weekdayEn: string) => ({
    weekday: weekdayEn,
    weekdayEn,
    startTimeA: '08:00',
    endTimeA: '12:00',
    startTimeB: '13:00',
    endTimeB: '18:00',
  })
  const body = { schedules: [day('monday'), day('tuesday')], msg: 'Voltamos às 8h' }
  expect((await world.nobody.put('/companies/1/schedules', body)).status).toBe(401)
  expect((await bruno.put('/companies/1/schedules', body)).status).toBe(403)
  expect((await gina.put('/companies/1/schedules', body)).status).toBe(403)
  expect((await gina.get('/companies/1/schedules')).status).toBe(403)
  const textless = await ana.put('/companies/1/schedules', { ...body, msg: ' ' })
  expect(textless.body.fields).toEqual({ msg: 'required' })
  const { answer, ...effects } = await effectsOf(world, () => ana.put('/companies/1/schedules', body))
  expect([answer.status, effects.events, effects.live]).toEqual([
    200,
    { 'companySchedule.changed': 1 },
    { 'company-1-companySchedule': 1 },
  ])
  expect(world.published.at(-1)?.topics).toEqual(['1/admin'])
  expect((await bruno.get('/companies/1/schedules')).body).toEqual({
    schedules: body.schedules,
    messageOutOfHour: body.msg,
  })
  expect((await sofia.put('/companies/2/schedules', body)).status).toBe(200)
  expect((await gina.get('/companies/2/schedules')).body.messageOutOfHour).toBe(body.msg)
  expect((await sofia.get('/companies/99/schedules')).status).toBe(404)
  expect((await sofia.get('/companies/2/schedules')).body.messageOutOfHour).toBe(body.msg)
  const audited = world.platform.catalog.sqlite.query(
    "SELECT company_id, type FROM audit WHERE type LIKE 'company.schedules%' ORDER BY type DESC",
  )
  expect(audited.values()).toEqual([
    [2, 'company.schedulesChanged'],
    [2, 'company.schedules'],
  ])
  expect((await ana.put('/companies/1/schedules', { schedules: [] })).body).toEqual({
    schedules: [],
    messageOutOfHour: '',
  })
})

test('a queue accepts existing integrations only, and keeps one that the plan no longer includes', async () => {
  const put = (body: object) => ana.put('/queue/1', body)
  expect((await put({ integrationId: 9 })).body.fields).toEqual({ integrationId: 'unknown' })
  world.ports.botRecords = { ...world.ports.botRecords, integration: { exists: (_ctx, id) => id === 9 } }
  expect((await put({ integrationId: 9 })).body.integrationId).toBe(9)
  changePlans(world, { useIntegrations: false })
  expect((await put({ integrationId: 9, orderQueue: 4 })).body.orderQueue).toBe(4)
  expect((await ana.post('/queue', { name: 'Robô', color: '#010203', integrationId: 9 })).body).toMatchObject({
    error: 'ERR_PLAN_LIMIT',
    limit: 'useIntegrations',
  })
  const ctx = world.ctx(1)
  ctx.transaction(() => clearIntegrationOfQueues(ctx, 9))
  expect((await ana.get('/queue/1')).body.integrationId).toBe(null)
})
