import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { createCloudTalk, maria, talkStart, text } from '../../testing/whatsapp/cloud-talk'
import { statusChange } from '../../testing/services/graph-server/graph-changes'
import { graphPhone, graphToken } from '../../testing/services/graph-server/start-graph-server'
import { until } from '../../testing/whatsapp/whatsapp-world'
import { acceptTicket } from '../../ticket/assignment/accept-ticket'

const { world, ana, message, accepted, whenAccepted, whenAck, tick, says, reply, attach, report } = createCloudTalk()

test('connects with number, name, quality and tier', () => {
  expect(world().row()).toMatchObject({ status: 'CONNECTED', number: '551140028922', lastError: '' })
  expect(
    world().ctx(1).company.sqlite.query('SELECT verified_name, quality, tier FROM cloud_account').values(),
  ).toEqual([['Casa Aurora', 'GREEN', 'TIER_1K']])
})

test('sends a text to the number, with our id for the reports', async () => {
  const id = await reply('Boa tarde')
  const { provider_id: ownId } = message(id) ?? {}
  await whenAccepted(1)
  await whenAck(id, 1)
  expect(accepted()).toEqual([
    {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: maria.waId,
      type: 'text',
      text: { body: expect.stringContaining('Boa tarde'), preview_url: false },
      biz_opaque_callback_data: ownId,
    },
  ])
  expect(message(id)).toMatchObject({ provider_id: world().graph.accepted[0]?.id, send_state: null })
})

test('reports only raise the state: read before delivered and sent stays read', async () => {
  const id = await reply('Boa tarde')
  await whenAck(id, 1)
  await report('read')
  expect(message(id)?.['ack']).toBe(3)
  await report('delivered')
  await report('sent')
  await report('failed', 131026)
  expect(message(id)).toMatchObject({ ack: 3, send_state: null })
})

test('a failed report shows Meta’s code and sentence, and may be sent again as a new message', async () => {
  const id = await reply('Boa tarde')
  await whenAck(id, 1)
  await report('failed', 131026, 'Message undeliverable')
  expect(message(id)).toMatchObject({ ack: -1, send_state: 'failed', send_error: '131026 Message undeliverable' })
  expect((await ana().post(`/messages/${id}/resend`)).status).toBe(200)
  await whenAccepted(2)
  const [first, second] = accepted()
  expect(first?.['biz_opaque_callback_data']).not.toBe(second?.['biz_opaque_callback_data'])
  await whenAck(id, 1)
  // A repeated report about the first attempt changes nothing.
  const late = statusChange(graphPhone, world().graph.accepted[0]!, {
    status: 'failed',
    atMs: talkStart.getTime(),
    code: 131026,
  })
  await world().graph.deliver(late)
  await until(() => world().filed() === 0, 'the report to be interpreted')
  expect(message(id)).toMatchObject({ ack: 1, send_state: null })
})

test('a failure after delivery is ignored, a failure before it counts', async () => {
  const id = await reply('um')
  await whenAck(id, 1)
  await report('delivered')
  await report('failed', 131000)
  expect(message(id)?.['ack']).toBe(2)
})

test('an expired token disconnects with the reason; messages wait and go when a new one works', async () => {
  world().graph.state.tokens.clear()
  const id = await reply('Boa tarde')
  await world().whenStatus('DISCONNECTED')
  expect(world().row()?.lastError).toBe('190 Error validating access token: The session has been invalidated.')
  expect(message(id)).toMatchObject({ ack: 0, send_state: 'queued' })
  await says('Alguém aí?')
  world().graph.state.tokens.add(graphToken)
  await world().connect()
  await whenAck(id, 1)
  expect(accepted()).toHaveLength(1)
})

test('an unreachable Graph is retried, and receiving goes on', async () => {
  await world().connections.restart(1)
  world().graph.fail({ status: 503, code: 2, message: 'Service temporarily unavailable' })
  await world().connections.restart(1)
  await world().whenStatus('TIMEOUT')
  await says('Ainda aqui')
  world().graph.recover()
  await world().whenStatus('CONNECTED')
})

test('a lost answer: nothing is sent again; the report settles it', async () => {
  world().graph.fail({ nonsense: true, status: 502, times: 1, only: /messages$/ })
  const id = await reply('um')
  await until(() => message(id)?.['send_state'] === 'uncertain', 'uncertain')
  const second = await reply('dois')
  world().connections.wakeOutbox(1, 2)
  tick(59_000)
  world().connections.wakeOutbox(1, 2)
  expect(message(second)?.['send_state']).toBe('queued')
  // It had arrived: the report names our id.
  const sent = { id: 'wamid.late', to: maria.waId, body: { biz_opaque_callback_data: message(id)?.['provider_id'] } }
  await world().graph.deliver(statusChange(graphPhone, sent, { status: 'delivered', atMs: talkStart.getTime() }))
  await whenAck(id, 2)
  expect(message(id)).toMatchObject({ provider_id: 'wamid.late', send_state: null, send_error: null })
  world().connections.wakeOutbox(1, 2)
  await whenAck(second, 1)
  expect(accepted().map(({ text: part }) => (part as { body: string }).body.split('\n').at(-1))).toEqual(['dois'])
})

test('a lost answer without a report fails after a minute, and a later report still counts', async () => {
  world().graph.fail({ nonsense: true, status: 502, times: 1, only: /messages$/ })
  const id = await reply('um')
  await until(() => message(id)?.['send_state'] === 'uncertain', 'uncertain')
  tick(61_000)
  world().connections.wakeOutbox(1, 2)
  await until(() => message(id)?.['send_state'] === 'failed', 'failed')
  expect(world().graph.accepted).toEqual([])
  const sent = { id: 'wamid.late', to: maria.waId, body: { biz_opaque_callback_data: message(id)?.['provider_id'] } }
  await world().graph.deliver(statusChange(graphPhone, sent, { status: 'read', atMs: talkStart.getTime() }))
  await whenAck(id, 3)
  expect(message(id)).toMatchObject({ send_state: null, send_error: null })
})

test('a message that a stopped process was sending is not sent again', async () => {
  await world().connections.endCompany(1)
  const id = await reply('um')
  world().ctx(1).company.sqlite.run(`UPDATE message SET send_state = 'sending', send_attempts = 1 WHERE id = ${id}`)
  await world().connect()
  await until(() => message(id)?.['send_state'] === 'uncertain', 'uncertain')
  tick(61_000)
  world().connections.wakeOutbox(1, 2)
  await until(() => message(id)?.['send_state'] === 'failed', 'failed')
  expect(world().graph.accepted).toEqual([])
})

test('killed after Meta accepted a message and before it answered: the next process does not send it again', async () => {
  // The other process connects every company's lines.
  world().noBystander()
  await world().connections.endCompany(1)
  const id = await reply('um')
  world().graph.fail({ silent: 'after', only: /messages$/ })
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, '../../testing/process/cloud-process.ts'), world().dataDir],
    { env: { ...process.env, ...world().graph.environment }, stdout: 'inherit', stderr: 'inherit' },
  )
  await whenAccepted(1)
  child.kill('SIGKILL')
  await child.exited
  world().graph.recover()
  expect(message(id)?.['send_state']).toBe('sending')
  await world().connect()
  await until(() => message(id)?.['send_state'] === 'uncertain', 'uncertain')
  await report('delivered')
  expect(message(id)).toMatchObject({ ack: 2, send_state: null, provider_id: world().graph.accepted[0]?.id })
  tick(61_000)
  world().connections.wakeOutbox(1, 2)
  const second = await reply('dois')
  await whenAck(second, 1)
  expect(world().graph.accepted).toHaveLength(2)
})

test.each([
  [131026, 'Message undeliverable'],
  [131047, 'Re-engagement message'],
  [132001, 'Template name does not exist in the translation'],
  [131051, 'Unsupported message type'],
])('error %d is final, with Meta’s sentence', async (code, sentence) => {
  world().graph.fail({ status: 400, code, message: sentence, times: 1, only: /messages$/ })
  const id = await reply('um')
  await until(() => message(id)?.['send_state'] === 'failed', 'failed')
  expect(message(id)?.['send_error']).toBe(`${code} ${sentence}`)
  expect(world().row()?.status).toBe('CONNECTED')
})

test('too many messages to one customer delay only theirs', async () => {
  world().graph.fail({ status: 400, code: 131056, message: 'Pair rate limit hit', times: 1, only: /messages$/ })
  const id = await reply('um')
  await until(() => message(id)?.['send_error'] !== null, 'the limit')
  expect(message(id)).toMatchObject({ send_state: 'queued', send_error: '131056 Pair rate limit hit' })
  tick(5_000)
  world().connections.wakeOutbox(1, 2)
  expect(world().graph.accepted).toEqual([])
  tick(2_000)
  world().connections.wakeOutbox(1, 2)
  await whenAck(id, 1)
})

const reaction = () => ana().post('/messages/1/reaction', { emoji: '👍' })
const file = () => attach('nota.pdf', 'application/pdf', Buffer.from('%PDF-1.4 teste'))
const pairLimit = { status: 400, code: 131056, message: 'Pair rate limit hit', only: /messages$/ }
const lostAnswer = { nonsense: true, status: 502 }

test.each([
  ['a message after a failure of Meta’s own', () => reply('um'), { status: 500, code: 131000, only: /messages$/ }],
  ['a message after a limit of the customer', () => reply('um'), pairLimit],
  ['a reaction after a limit of the customer', reaction, pairLimit],
  ['a reaction whose answer was lost', reaction, { ...lostAnswer, only: /messages$/ }],
  ['a file whose upload is uncertain', file, { ...lostAnswer, only: /media$/ }],
])('%s is tried again in its place, without delaying others', async (_, start, failure) => {
  const failed = world().graph.calls.length
  world().graph.fail({ ...failure, times: 1 })
  await start()
  await until(() => world().graph.calls.length > failed, 'the failure')
  tick(1)
  await reply('depois')
  const rui = { waId: '5511977770005', name: 'Rui' }
  await world().graph.says(rui, text('Oi'))
  await until(() => world().messages().at(-1)?.['body'] === 'Oi', 'the other customer')
  const ticketId = world().messages().at(-1)?.['ticket_id'] as number
  acceptTicket(world().ctxAs(world().ana), ticketId, { queueId: 1 })
  await ana().post(`/messages/${ticketId}`, { body: 'Olá, Rui' })
  await whenAccepted(1)
  expect(accepted().map(({ to }) => to)).toEqual([rui.waId])
  expect(world().row()?.status).toBe('CONNECTED')
  tick(7_000)
  world().connections.wakeOutbox(1, 2)
  await whenAccepted(3)
  expect(accepted().map(({ to }) => to)).toEqual([rui.waId, maria.waId, maria.waId])
  expect(accepted().at(-1)).toMatchObject({ type: 'text', text: { body: expect.stringContaining('depois') } })
})

test('a report about another program’s message is ignored', async () => {
  const foreign = { id: 'wamid.foreign', to: maria.waId, body: {} }
  await world().graph.deliver(statusChange(graphPhone, foreign, { status: 'read', atMs: talkStart.getTime() }))
  // It is neither kept for later nor an error.
  await until(() => world().filed() === 0, 'the report to be interpreted')
})

test('the number under which Meta knows a recipient is learnt, so that the answer meets the same contact', async () => {
  const real = { waId: '525512345678', name: maria.name }
  world().graph.state.waIds.set(maria.waId, real.waId)
  await whenAck(await reply('Hola'), 1)
  const bystander = { waId: '525587654321', name: 'Otro' }
  for (const customer of [real, bystander]) await world().graph.says(customer, text(customer.name))
  await until(() => world().messages().length === 4, 'both answers')
  expect(world().messages().slice(2)).toMatchObject([
    { body: maria.name, ticket_id: 1, contact_id: 1 },
    { body: 'Otro', ticket_id: 2, contact_id: 2 },
  ])
  await reply('E então?')
  await whenAccepted(2)
  expect(accepted().at(-1)?.['to']).toBe(maria.waId)
})

test('an answer from that number which came first moves to the contact', async () => {
  const real = { waId: '525512345678', name: maria.name }
  world().graph.state.waIds.set(maria.waId, real.waId)
  await world().graph.says(real, text('Hola'))
  await until(() => world().messages().length === 2, 'the message')
  expect(world().messages().at(-1)).toMatchObject({ ticket_id: 2, contact_id: 2 })
  await whenAck(await reply('Olá'), 1)
  expect(
    world()
      .messages()
      .map(({ ticket_id }) => ticket_id),
  ).toEqual([1, 1, 1])
  expect(world().ctx(1).company.sqlite.query('SELECT id FROM contact').values()).toEqual([[1]])
})

// "Error codes", developers.facebook.com, updated May 15, 2026: 131042 "Business eligibility payment issue", 131031 "Account
// has been locked".
test.each([131042, 131031])('error %d in an answer warns on the connection, which stays connected', async (code) => {
  world().graph.fail({ status: 403, code, message: 'Account has been locked', only: /messages$/, times: 1 })
  const locked = await reply('um')
  await until(() => message(locked)?.send_state === 'failed', 'the refusal')
  const connection = async () => (await ana().get('/whatsapp/2')).body
  expect(await connection()).toMatchObject({
    status: 'CONNECTED',
    lastError: '',
    providerWarning: { text: `${code} Account has been locked` },
  })
  tick(1000)
  await whenAck(await reply('dois'), 1)
  await report('delivered')
  expect((await connection()).providerWarning).toBe(null)
})

test.each([131042, 131031])('error %d warns on the connection until something is delivered', async (code) => {
  const warning = async () => (await ana().get('/whatsapp/2')).body.providerWarning
  const failed = await reply('um')
  await whenAck(failed, 1)
  await report('failed', 131026)
  expect(await warning()).toBe(null)
  await reply('dois')
  await whenAccepted(2)
  await report('failed', code, 'Business eligibility payment issue')
  expect(await warning()).toMatchObject({ text: `${code} Business eligibility payment issue` })
  expect((await ana().get('/whatsapp/1')).body.providerWarning).toBe(null)
  tick(1000)
  await reply('três')
  await whenAccepted(3)
  await report('sent')
  expect(await warning()).not.toBe(null)
  await report('delivered')
  expect(await warning()).toBe(null)
})
