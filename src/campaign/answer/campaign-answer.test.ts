import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type Campaigns, createCampaigns } from '../../testing/campaigns'
import { listMessageRows } from '../../testing/conversation'
import { ticketTable } from '../../ticket/ticket.tables'

let c: Campaigns
beforeEach(async () => {
  c = await createCampaigns()
})
afterEach(() => c.world.stop())

const bodies = () => c.sent().map(({ body }) => body)
const tickets = () => c.world.ctx(1).db.select().from(ticketTable).all()

test('asks for confirmation: only a yes gets the message, and no ticket opens', async () => {
  const listId = await c.addList(5)
  const { id } = await c.start({
    contactListId: listId,
    confirmation: true,
    confirmationMessage2: 'Quer receber, {nome}?',
  })
  await c.pass(60)
  expect(bodies().toSorted()).toEqual(Array.from({ length: 5 }, (_, n) => `Quer receber, Pessoa ${n}?`))
  expect(await c.find(id)).toMatchObject({ confirmationsRequestedCount: 5, waitReason: 'answers', sentCount: 0 })
  c.world.published.length = 0
  c.answer(0, 'Sim!')
  c.answer(1, 'não, obrigado')
  c.answer(2, 'PARAR')
  c.answer(3, 'Quanto custa?')
  await c.pass(30)
  expect(bodies().slice(5).toSorted()).toEqual(['Oi', 'Tudo certo, você não receberá mais as nossas campanhas.'])
  // The question opened a ticket as any message does; the answers did not.
  expect(
    tickets()
      .map(({ status }) => status)
      .toSorted(),
  ).toEqual(['closed', 'closed', 'closed', 'closed', 'closed', 'pending'])
  const answers = listMessageRows(c.world).filter(({ fromMe }) => !fromMe)
  expect(answers.map(({ body }) => body)).toEqual(['Sim!', 'não, obrigado', 'PARAR', 'Quanto custa?'])
  expect(c.world.published.filter(({ event }) => event === 'company-1-appMessage').length).toBeGreaterThan(0)
  expect((await c.recipients(id)).map(({ state, reason }: Record<string, string>) => [state, reason])).toEqual([
    ...[
      ['sent', ''],
      ['excluded', 'declined'],
      ['excluded', 'optOut'],
      ['asked', ''],
      ['asked', ''],
    ],
  ])
  expect((await c.ana.get('/suppressions')).body.records).toMatchObject([{ number: c.phoneOf(2), source: 'optOut' }])
  await c.pass(48 * 3600, { step: 3600 })
  expect(await c.find(id)).toMatchObject({
    status: 'FINALIZADA',
    expiredCount: 2,
    confirmationsCount: 1,
    sentCount: 1,
    excludedCount: 2,
    validCount: 5,
  })
})

test('accepts an opt-out only after its own message, and suppresses the contact', async () => {
  const listId = await c.addList(3)
  await c.start({ contactListId: listId })
  await c.pass(30)
  c.answer(0, 'Sair')
  expect((await c.ana.get('/suppressions')).body.count).toBe(1)
  await c.pass(5)
  // A repeated opt-out is confirmed once and opens nothing.
  c.answer(0, 'Sair')
  await c.pass(5)
  expect(tickets().every(({ status }) => status === 'closed')).toBe(true)
  const acknowledgement = 'Tudo certo, você não receberá mais as nossas campanhas.'
  expect(bodies().filter((body) => body === acknowledgement)).toHaveLength(1)
  const history = listMessageRows(c.world).filter(({ ticketId }) => ticketId === tickets()[0]?.id)
  expect(history.map(({ body }) => body)).toEqual(['Oi', 'Sair', acknowledgement, 'Sair'])
  c.answer(1, 'Olá')
  const ticket = tickets().find(({ status }) => status === 'pending')
  await c.ana.post(`/tickets/${ticket?.id}/accept`).catch(() => {})
  await c.ana.put(`/tickets/${ticket?.id}`, { status: 'open', userId: c.world.ana.id, queueId: 1 })
  await c.ana.post(`/messages/${ticket?.id}`, { body: 'Digite sair para encerrar' })
  c.answer(1, 'sair')
  expect((await c.ana.get('/suppressions')).body.count).toBe(1)
  const { id } = await c.start({ name: 'Segunda', contactListId: listId })
  await c.pass(30)
  expect(await c.find(id)).toMatchObject({ validCount: 2, leftOutCount: 1, sentCount: 2, status: 'FINALIZADA' })
  expect(await c.recipients(id, '?state=excluded')).toMatchObject([{ name: 'Pessoa 0', reason: 'suppressed' }])
})

test('confirms an opt-out with the company’s text, or not at all', async () => {
  await c.start({ contactListId: await c.addList(2) })
  await c.settings({ optOutMessage: 'Até logo, {nome}.' })
  await c.pass(30)
  c.answer(0, 'descadastrar')
  await c.pass(5)
  await c.settings({ optOutMessage: '' })
  c.answer(1, 'Stop')
  await c.pass(5)
  expect(bodies()).toEqual(['Oi', 'Oi', 'Até logo, Pessoa 0.'])
  expect((await c.ana.get('/suppressions')).body.count).toBe(2)
  expect((await c.ana.post('/campaign-settings', { settings: { optOutMessage: 'x'.repeat(4097) } })).status).toBe(400)
})
