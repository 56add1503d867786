import { expect, test } from 'bun:test'
import { useCampaigns } from '../../testing/campaign/campaigns'
import { listMessageRows } from '../../testing/conversation/conversation'
import { ticketTable } from '../../ticket/ticket.tables'

const campaigns = useCampaigns()

const bodies = () => campaigns.sent().map(({ body }) => body)
const tickets = () => campaigns.world.ctx(1).db.select().from(ticketTable).all()

test('asks for confirmation: only a yes gets the message, and no ticket opens', async () => {
  const listId = await campaigns.addList(5)
  const { id } = await campaigns.start({
    contactListId: listId,
    confirmation: true,
    confirmationMessage2: 'Quer receber, {nome}?',
  })
  await campaigns.pass(60)
  expect(bodies().toSorted()).toEqual(Array.from({ length: 5 }, (_, n) => `Quer receber, Pessoa ${n}?`))
  expect(await campaigns.find(id)).toMatchObject({
    confirmationsRequestedCount: 5,
    waitReason: 'answers',
    sentCount: 0,
  })
  campaigns.world.published.length = 0
  campaigns.answer(0, 'Sim!')
  campaigns.answer(1, 'não, obrigado')
  campaigns.answer(2, 'PARAR')
  campaigns.answer(3, 'Quanto custa?')
  await campaigns.pass(30)
  expect(bodies().slice(5).toSorted()).toEqual(['Oi', 'Tudo certo, você não receberá mais as nossas campanhas.'])
  // The question opened a ticket as any message does; the answers did not.
  expect(
    tickets()
      .map(({ status }) => status)
      .toSorted(),
  ).toEqual(['closed', 'closed', 'closed', 'closed', 'closed', 'pending'])
  const answers = listMessageRows(campaigns.world).filter(({ fromMe }) => !fromMe)
  expect(answers.map(({ body }) => body)).toEqual(['Sim!', 'não, obrigado', 'PARAR', 'Quanto custa?'])
  expect(campaigns.world.published.filter(({ event }) => event === 'company-1-appMessage').length).toBeGreaterThan(0)
  expect((await campaigns.recipients(id)).map(({ state, reason }: Record<string, string>) => [state, reason])).toEqual([
    ...[
      ['sent', ''],
      ['excluded', 'declined'],
      ['excluded', 'optOut'],
      ['asked', ''],
      ['asked', ''],
    ],
  ])
  expect((await campaigns.ana.get('/suppressions')).body.records).toMatchObject([
    { number: campaigns.phoneOf(2), source: 'optOut' },
  ])
  await campaigns.pass(48 * 3600, { step: 3600 })
  expect(await campaigns.find(id)).toMatchObject({
    status: 'FINALIZADA',
    expiredCount: 2,
    confirmationsCount: 1,
    sentCount: 1,
    excludedCount: 2,
    validCount: 5,
  })
})

test('accepts an opt-out only after its own message, and suppresses the contact', async () => {
  const listId = await campaigns.addList(3)
  await campaigns.start({ contactListId: listId })
  await campaigns.pass(30)
  campaigns.answer(0, 'Sair')
  expect((await campaigns.ana.get('/suppressions')).body.count).toBe(1)
  await campaigns.pass(5)
  // A repeated opt-out is confirmed once and opens nothing.
  campaigns.answer(0, 'Sair')
  await campaigns.pass(5)
  expect(tickets().every(({ status }) => status === 'closed')).toBe(true)
  const acknowledgement = 'Tudo certo, você não receberá mais as nossas campanhas.'
  expect(bodies().filter((body) => body === acknowledgement)).toHaveLength(1)
  const history = listMessageRows(campaigns.world).filter(({ ticketId }) => ticketId === tickets()[0]?.id)
  expect(history.map(({ body }) => body)).toEqual(['Oi', 'Sair', acknowledgement, 'Sair'])
  campaigns.answer(1, 'Olá')
  const ticket = tickets().find(({ status }) => status === 'pending')
  await campaigns.ana.post(`/tickets/${ticket?.id}/accept`).catch(() => {})
  await campaigns.ana.put(`/tickets/${ticket?.id}`, { status: 'open', userId: campaigns.world.ana.id, queueId: 1 })
  await campaigns.ana.post(`/messages/${ticket?.id}`, { body: 'Digite sair para encerrar' })
  campaigns.answer(1, 'sair')
  expect((await campaigns.ana.get('/suppressions')).body.count).toBe(1)
  const { id } = await campaigns.start({ name: 'Segunda', contactListId: listId })
  await campaigns.pass(30)
  expect(await campaigns.find(id)).toMatchObject({ validCount: 2, leftOutCount: 1, sentCount: 2, status: 'FINALIZADA' })
  expect(await campaigns.recipients(id, '?state=excluded')).toMatchObject([{ name: 'Pessoa 0', reason: 'suppressed' }])
})

test('understands the company’s phrases, and confirms an opt-out with its text or not at all', async () => {
  await campaigns.start({ contactListId: await campaigns.addList(5) })
  await campaigns.settings({ optOutMessage: 'Até logo, {nome}.', optOutPhrases: [{ phrase: 'me esquece' }] })
  await campaigns.pass(30)
  campaigns.answer(0, 'descadastrar')
  await campaigns.pass(5)
  await campaigns.settings({ optOutMessage: '' })
  campaigns.answer(1, 'Me esquece, por favor!')
  campaigns.answer(2, 'Vê se não me esquece')
  campaigns.answer(3, 'quero sair de férias')
  await campaigns.pass(5)
  expect(bodies()).toEqual(['Oi', 'Oi', 'Oi', 'Oi', 'Oi', 'Até logo, Pessoa 0.'])
  const { records } = (await campaigns.ana.get('/suppressions')).body
  expect(records).toMatchObject([{ name: 'Pessoa 0' }, { name: 'Pessoa 1' }])
  await campaigns.settings({ optOutPhrases: [] })
  campaigns.answer(4, 'me esquece')
  expect((await campaigns.ana.get('/suppressions')).body.count).toBe(2)
  expect(
    (await campaigns.ana.post('/campaign-settings', { settings: { optOutMessage: 'x'.repeat(4097) } })).status,
  ).toBe(400)
})

test('publishes progress at once, and no more than once a second', async () => {
  const { world } = campaigns
  await campaigns.start({ contactListId: await campaigns.addList(4) })
  await campaigns.pass(30)
  const published = () => world.published.filter(({ event }) => event === 'company-1-campaign').length
  const move = (ms: number) => world.setTime(new Date(campaigns.at().getTime() + ms))
  const before = published()
  campaigns.answer(0, 'Sair')
  expect(published()).toBe(before + 1)
  move(999)
  campaigns.answer(1, 'Sair')
  await world.runJobs(1)
  expect(published()).toBe(before + 1)
  move(1)
  await world.runJobs(1)
  expect(published()).toBe(before + 2)
  move(1000)
  campaigns.answer(2, 'Sair')
  expect(published()).toBe(before + 3)
  move(-3_600_000)
  campaigns.answer(3, 'Sair')
  expect(published()).toBe(before + 4)
})
