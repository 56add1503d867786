import { expect, test } from 'bun:test'
import { useCampaigns } from '../../testing/campaign/campaigns'
import { listMessageRows } from '../../testing/conversation/conversation'
import { createFakeChannel } from '../../testing/conversation/fake-channel'
import { sendOutbox } from '../../message/outbox/send-outbox'
import { messageEvent, receive } from '../../testing/conversation/inbound'

const campaigns = useCampaigns()

test('fails numbers without an account, and creates a campaign for failed recipients', async () => {
  const { id: listId } = (await campaigns.ana.post('/contact-lists', { name: 'Não verificada' })).body
  for (const person of [1, 2, 3]) {
    await campaigns.ana.post('/contact-list-items', {
      name: `Pessoa ${person}`,
      number: campaigns.phoneOf(person),
      contactListId: listId,
    })
  }
  const { channel } = createFakeChannel()
  const without = new Set([campaigns.phoneOf(2)])
  channel.checkNumbers = async (numbers) =>
    numbers.map((value) => (without.has(value) ? undefined : { addresses: [{ kind: 'phone', value }] }))
  campaigns.world.ports.connections = { ...campaigns.world.ports.connections, channel: () => channel }
  campaigns.world.ctx(1).company.sqlite.run("DELETE FROM job WHERE kind = 'contactList.check'")
  const { id } = await campaigns.start({ contactListId: listId })
  await campaigns.pass(30)
  expect(await campaigns.find(id)).toMatchObject({ status: 'FINALIZADA', sentCount: 2, failedCount: 1, endedCount: 3 })
  expect(await campaigns.recipients(id, '?state=failed')).toMatchObject([{ name: 'Pessoa 2', reason: 'invalidNumber' }])
  const retry = (await campaigns.ana.post(`/campaigns/${id}/retry`)).body
  expect(retry).toMatchObject({ name: 'Promoção (falhas)', status: 'INATIVA', sourceCampaignId: id, message1: 'Oi' })
  without.clear()
  await campaigns.ana.post(`/campaigns/${retry.id}/start`)
  await campaigns.pass(30)
  expect(await campaigns.find(retry.id)).toMatchObject({ status: 'FINALIZADA', sentCount: 1, validCount: 1 })
})

test('repeats no message that may have arrived, and says how many are left out', async () => {
  const { ana, world, find, pass, recipients } = campaigns
  const { id } = await campaigns.start({ contactListId: await campaigns.addList(2) })
  await pass(20, { sends: false })
  const { channel, fail } = createFakeChannel()
  const deliver = () => sendOutbox(() => world.ctx(1), 1, channel)
  for (let tries = 0; tries < 10; tries++) {
    fail('uncertain', 'no answer')
    await deliver()
  }
  expect(await find(id)).toMatchObject({ failedCount: 1, unconfirmedCount: 1 })
  expect(await recipients(id, '?state=failed')).toMatchObject([{ name: 'Pessoa 0', reason: 'unconfirmed' }])
  const retry = () => ana.post(`/campaigns/${id}/retry`)
  expect((await retry()).body.error).toBe('ERR_CAMPAIGN_UNCONFIRMED')
  const list = () => ana.post(`/campaigns/${id}/contact-list`, { name: 'Falhas', audience: 'failed' })
  expect((await list()).body.fields).toEqual({ audience: 'nobody' })

  fail('refused', 'not-authorized')
  await deliver()
  await pass(5)
  expect(await find(id)).toMatchObject({ status: 'FINALIZADA', failedCount: 2, unconfirmedCount: 1 })
  expect((await list()).body).toMatchObject({ contactsCount: 1 })
  const { body: repeated } = await retry()
  const preview = await ana.post('/campaigns/preview', { message1: 'Oi', sourceCampaignId: id })
  expect(preview.body).toMatchObject({ recipients: 1 })
  await ana.post(`/campaigns/${repeated.id}/start`)
  await pass(20)
  expect(await recipients(repeated.id)).toMatchObject([{ name: 'Pessoa 1', state: 'sent' }])
  expect(await find(repeated.id)).toMatchObject({ status: 'FINALIZADA', validCount: 1, sentCount: 1 })
})

test('creates a contact list from those who did not answer, or another part of the recipients', async () => {
  const { id } = await campaigns.start({ contactListId: await campaigns.addList(4) })
  await campaigns.pass(20)
  campaigns.answer(1, 'Quanto custa?')
  const [first] = listMessageRows(campaigns.world)
  receive(campaigns.world, 1, { type: 'receipt', targetIds: [first?.providerId ?? ''], ack: 3 })
  const make = (name: string, audience: string) =>
    campaigns.ana.post(`/campaigns/${id}/contact-list`, { name, audience })
  const namesOf = async (listId: number) =>
    (await campaigns.ana.get(`/contact-list-items?contactListId=${listId}`)).body.contacts.map(
      ({ name }: { name: string }) => name,
    )
  const silent = await make('Sem resposta', 'unanswered')
  expect(silent).toMatchObject({ status: 200, body: { name: 'Sem resposta', contactsCount: 3 } })
  expect(await namesOf(silent.body.id)).toEqual(['Pessoa 0', 'Pessoa 2', 'Pessoa 3'])
  const counts = []
  for (const audience of ['answered', 'received', 'read', 'unread']) {
    counts.push((await make(`Lista ${audience}`, audience)).body.contactsCount)
  }
  expect(counts).toEqual([1, 4, 1, 3])
  expect((await make('Ninguém', 'failed')).body.fields).toEqual({ audience: 'nobody' })
  expect((await make('Sem resposta', 'received')).body.error).toBe('ERR_CONTACT_LIST_NAME_ALREADY_EXISTS')
  expect((await campaigns.ana.get('/contact-lists/list')).body.map(({ name }: { name: string }) => name)).not.toContain(
    'Ninguém',
  )
})

test('counts deliveries and reads of the message only', async () => {
  const { id } = await campaigns.start({ contactListId: await campaigns.addList(2) })
  await campaigns.pass(15)
  const [one] = listMessageRows(campaigns.world)
  receive(campaigns.world, 1, { type: 'receipt', targetIds: [one?.providerId ?? ''], ack: 3 })
  expect(await campaigns.find(id)).toMatchObject({ sentCount: 2, deliveredCount: 1, seenCount: 1 })
})

test('counts who answered and who left, the same in row, report and list, also for campaigns of before', async () => {
  const { ana, answer, find, pass, recipients, start, world } = campaigns
  const contactListId = await campaigns.addList(4)
  const earlier = await start({ contactListId })
  await pass(20)
  answer(0, 'Quanto custa?')
  answer(0, 'E a cor?')
  const later = await start({ contactListId, name: 'Segunda' })
  const asking = await start({
    name: 'Pergunta',
    contactListId: await campaigns.addList(2, 100),
    confirmation: true,
    confirmationMessage1: 'Posso?',
  })
  await pass(30)
  // Written to by both, these answer the later one; one says so without opening a ticket.
  answer(1, 'Obrigada')
  answer(2, 'sair')
  answer(100, 'sair')
  answer(101, 'sim')
  receive(world, 1, messageEvent({ phone: '5511900000000', text: 'sair' }))
  await pass(30)
  const figures = async () => {
    const rows = (await ana.get('/campaigns')).body.records
    return Promise.all(
      [earlier, later, asking].map(async ({ id }) => {
        const row = rows.find((each: { id: number }) => each.id === id)
        const { answeredCount, optedOutCount } = await find(id)
        expect([row.answeredCount, row.optedOutCount]).toEqual([answeredCount, optedOutCount])
        const people: { answeredAt: string | null; optedOutAt: string | null }[] = await recipients(id)
        const count = (name: 'answeredAt' | 'optedOutAt') => people.filter((each) => each[name] !== null).length
        expect([count('answeredAt'), count('optedOutAt')]).toEqual([answeredCount, optedOutCount])
        return [answeredCount, optedOutCount]
      }),
    )
  }
  const expected = [
    [1, 0],
    [2, 1],
    [2, 1],
  ]
  expect(await figures()).toEqual(expected)
  const list = await ana.post(`/campaigns/${later.id}/contact-list`, { name: 'Responderam', audience: 'answered' })
  expect(list.body.contactsCount).toBe(2)

  const { sqlite } = world.ctx(1).company
  sqlite.run('UPDATE campaign_shipping SET answered_at = NULL, opted_out_at = NULL')
  expect(await figures()).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ])
  const migration = await Bun.file('migrations/company/0080-campaign-answers.sql').text()
  sqlite.run(migration.replaceAll(/^ALTER .*;$/gm, ''))
  expect(await figures()).toEqual(expected)
})
