import { expect, test } from 'bun:test'
import { mondayAtTen, useCampaigns } from '../../testing/campaign/campaigns'
import { addConnection, setSession } from '../../testing/conversation/connections'
import { findTicketRowOf, listMessageRows, openTicket } from '../../testing/conversation/conversation'
import { messageEvent, phones, receive } from '../../testing/conversation/inbound'
import { ticketTable } from '../../ticket/ticket.tables'

const campaigns = useCampaigns()

const bodies = () => campaigns.sent().map(({ body }) => body)
const tickets = () => campaigns.world.ctx(1).db.select().from(ticketTable).all()

test('starts on time, sends each recipient one of the texts, and ends', async () => {
  const listId = await campaigns.addList(10)
  const texts = { message1: 'A {nome}', message3: 'B {nome}', message5: 'C {nome}' }
  const { id } = await campaigns.create({ ...texts, contactListId: listId, scheduledAt: '2026-11-23T10:30' })
  expect((await campaigns.find(id)).status).toBe('PROGRAMADA')
  await campaigns.pass(29 * 60, { step: 60 })
  expect(campaigns.sent()).toEqual([])
  await campaigns.pass(120)
  expect(await campaigns.find(id)).toMatchObject({
    status: 'FINALIZADA',
    validCount: 10,
    sentCount: 10,
    endedCount: 10,
    failedCount: 0,
    waitReason: '',
    startedAt: '2026-11-23T13:30:00.000Z',
    finishesAt: null,
  })
  const people = bodies().map((body) => body.slice(2))
  expect(people.toSorted()).toEqual(Array.from({ length: 10 }, (_, n) => `Pessoa ${n}`))
  for (const body of bodies()) expect(body).toMatch(/^[ABC] Pessoa \d$/)
  expect(new Set(tickets().map(({ status }) => status))).toEqual(new Set(['closed']))
  expect((await campaigns.ana.get('/contacts?searchParam=pessoa')).body.count).toBe(10)
})

test('keeps the interval, the longer pause, and the company’s sending hours', async () => {
  await campaigns.settings({ messageInterval: 20, longerIntervalAfter: 3, greaterInterval: 120 })
  campaigns.world.setTime(new Date('2026-11-27T20:57:00Z'))
  const { id } = await campaigns.start({ contactListId: await campaigns.addList(12) })
  // Until a second before the hours end, when a turn would notice it.
  await campaigns.pass(179, { step: 1 })
  const gaps = campaigns
    .sent()
    .map(({ at }, index, all) => (index === 0 ? 0 : (+at - +(all[index - 1]?.at ?? 0)) / 1000))
  for (const [index, gap] of gaps.entries()) {
    const [least, most] = index === 0 ? [0, 0] : index % 3 === 0 ? [84, 157] : [14, 27]
    expect([index, gap >= least && gap <= most]).toEqual([index, true])
  }
  const before = campaigns.sent().length
  expect(before).toBeLessThan(12)
  const published = () => campaigns.world.published.filter(({ event }) => event === 'company-1-campaign')
  await campaigns.pass(600, { step: 300 })
  expect(published().at(-1)?.data).toMatchObject({ campaign: { waitReason: 'hours' } })
  const publishedBefore = published().length
  await campaigns.pass(50 * 60, { step: 300 })
  expect(campaigns.sent()).toHaveLength(before)
  // The wait is not published again.
  expect(published()).toHaveLength(publishedBefore)
  expect(await campaigns.find(id)).toMatchObject({ waitReason: 'hours', waitUntil: '2026-11-30T12:00:00.000Z' })
  campaigns.world.setTime(new Date('2026-11-30T11:59:00Z'))
  await campaigns.pass(60)
  await campaigns.pass(600)
  expect(await campaigns.find(id)).toMatchObject({ status: 'FINALIZADA', sentCount: 12 })
  // Its last message was queued within the hours.
  campaigns.world.setTime(new Date('2026-11-30T20:59:59Z'))
  const last = await campaigns.start({ contactListId: await campaigns.addList(1, 20) })
  await campaigns.pass(60, { step: 1, sends: false })
  await campaigns.pass(120)
  expect(await campaigns.find(last.id)).toMatchObject({ status: 'FINALIZADA', sentCount: 1 })
})

test('writes into an open conversation and leaves it with its agent', async () => {
  openTicket(campaigns.world)
  const { id: listId } = (await campaigns.ana.post('/contact-lists', { name: 'Maria' })).body
  await campaigns.ana.post('/contact-list-items', { name: 'Dona Maria', number: phones[1], contactListId: listId })
  await campaigns.start({ contactListId: listId, openTicket: 'enabled', statusTicket: 'closed', queueId: 2 })
  await campaigns.pass(15)
  expect(bodies()).toEqual(['Oi'])
  expect(tickets()).toHaveLength(1)
  expect(findTicketRowOf(campaigns.world)).toMatchObject({
    status: 'open',
    userId: campaigns.world.bruno.id,
    queueId: 1,
  })
})

test('opens a ticket for each recipient if configured', async () => {
  const rule = { openTicket: 'enabled', statusTicket: 'open', queueId: 1, userId: 2 }
  await campaigns.start({ contactListId: await campaigns.addList(2), ...rule })
  await campaigns.pass(15)
  expect(tickets().map(({ status, queueId, userId }) => [status, queueId, userId])).toEqual([
    ['open', 1, 2],
    ['open', 1, 2],
  ])
})

test('continues after a stop and writes to nobody twice', async () => {
  await campaigns.settings({ messageInterval: 5 })
  const { id } = await campaigns.start({ contactListId: await campaigns.addList(40) })
  await campaigns.pass(60)
  expect((await campaigns.ana.post(`/campaigns/${id}/cancel`)).body.status).toBe('CANCELADA')
  const before = campaigns.sent().length
  expect(before).toBeGreaterThan(5)
  expect(before).toBeLessThan(35)
  await campaigns.pass(120)
  expect(campaigns.sent()).toHaveLength(before)
  // Only the texts can be changed now.
  expect((await campaigns.ana.put(`/campaigns/${id}`, { name: 'Outro', message1: 'Oi' })).body.fields).toEqual({
    name: 'fixed',
  })
  expect((await campaigns.ana.put(`/campaigns/${id}`, { message1: 'Oi de novo' })).status).toBe(200)
  campaigns.world.platform.files.close(1)
  const restarts = await Promise.all([1, 2].map(() => campaigns.ana.post(`/campaigns/${id}/restart`)))
  expect(restarts.map(({ status }) => status)).toEqual([200, 200])
  await campaigns.pass(400)
  expect(await campaigns.find(id)).toMatchObject({ status: 'FINALIZADA', sentCount: 40 })
  const chats = listMessageRows(campaigns.world).map(({ ticketId }) => ticketId)
  expect([chats.length, new Set(chats).size]).toEqual([40, 40])
  expect(bodies().filter((body) => body === 'Oi de novo')).toHaveLength(40 - before)
})

test('starts late when the process was down at its time', async () => {
  const { id } = await campaigns.create({ contactListId: await campaigns.addList(2), scheduledAt: '2026-11-23T11:00' })
  campaigns.world.platform.files.close(1)
  campaigns.world.setTime(new Date('2026-11-24T15:00:00Z'))
  await campaigns.pass(30)
  expect(await campaigns.find(id)).toMatchObject({ status: 'FINALIZADA', sentCount: 2 })
})

test('campaigns on one connection share its pace and its daily limit', async () => {
  await campaigns.settings({ messageInterval: 10 })
  await campaigns.ana.post('/campaign-settings/connections', { whatsappId: 1, dailyLimit: 15 })
  const ids = []
  for (const first of [0, 100])
    ids.push((await campaigns.start({ contactListId: await campaigns.addList(10, first) })).id)
  await campaigns.pass(400, { step: 1 })
  const times = campaigns.sent().map(({ at }) => +at)
  expect(times).toHaveLength(15)
  expect(Math.min(...times.slice(1).map((at, index) => at - (times[index] ?? 0)))).toBeGreaterThanOrEqual(7000)
  const all = await Promise.all(ids.map(campaigns.find))
  expect(all.map(({ waitReason }) => waitReason)).toContain('budget')
  expect((await campaigns.ana.get('/campaign-settings/connections')).body).toMatchObject([
    { todayMax: 15, todayUsed: 15 },
  ])
  campaigns.world.setTime(new Date('2026-11-24T12:00:00Z'))
  await campaigns.pass(200)
  expect(campaigns.sent()).toHaveLength(20)
})

test('a new account starts few conversations a day', async () => {
  const limit = async () => (await campaigns.ana.get('/campaign-settings/connections')).body[0].todayMax
  const { sqlite } = campaigns.world.ctx(1).company
  const pairedFor = (days: number) => {
    sqlite.run('DELETE FROM campaign_pace')
    sqlite.run('UPDATE connection SET created_at = ?', [mondayAtTen.getTime() - days * 86_400_000])
  }
  const limits = []
  for (const days of [0, 7, 14, 21]) {
    pairedFor(days)
    limits.push(await limit())
  }
  expect(limits).toEqual([50, 100, 200, 300])
  await campaigns.start({ contactListId: await campaigns.addList(1) })
  await campaigns.pass(10)
  setSession(campaigns.world, 1, { number: '5511911112222' })
  expect(await limit()).toBe(50)
})

test('waits while the connection is down', async () => {
  setSession(campaigns.world, 1, { status: 'DISCONNECTED' })
  const { id } = await campaigns.start({ contactListId: await campaigns.addList(2) })
  await campaigns.pass(20)
  const { status, waitReason, waitUntil } = await campaigns.find(id)
  expect([status, waitReason]).toEqual(['EM_ANDAMENTO', 'offline'])
  await campaigns.pass(60)
  expect(Date.parse((await campaigns.find(id)).waitUntil)).toBeGreaterThan(Date.parse(waitUntil))
  setSession(campaigns.world, 1, { status: 'CONNECTED' })
  await campaigns.pass(10)
  expect(await campaigns.find(id)).toMatchObject({ status: 'FINALIZADA', sentCount: 2 })
})

test('sends to the contacts of a tag', async () => {
  const ctx = campaigns.world.ctx(1)
  receive(campaigns.world, 1, messageEvent({ phone: '551188887777', text: 'oi' }))
  const tag = (await campaigns.ana.post('/tags', { name: 'Fiel', kanban: false, color: '#112233' })).body.id
  const contactId = ctx.company.sqlite.query<{ id: number }, []>('SELECT max(id) AS id FROM contact').get()?.id
  await campaigns.ana.post('/contacts/bulk', { action: 'tag', contactIds: [contactId, 1], tagIds: [tag] })
  await campaigns.ana.put(`/contacts/${contactId}`, { extraInfo: [{ name: 'Data de nascimento', value: '3 de maio' }] })
  const message1 = 'Oi, {data_de_nascimento}! {nada}'
  const { id } = await campaigns.start({ tagListId: tag, message1 })
  await campaigns.pass(15)
  expect(await campaigns.find(id)).toMatchObject({ status: 'FINALIZADA', sentCount: 2, validCount: 2 })
  expect(campaigns.sent().map(({ body }) => body)).toContain('Oi, 3 de maio!')
  expect((await campaigns.recipients(id)).map(({ contactId: of }: { contactId: number }) => of)).toContain(contactId)
})

test('a deleted connection does not delay another one, which can replace it', async () => {
  addConnection(campaigns.world, { name: 'Balcão', number: '5511900000009' })
  const { id } = await campaigns.start({ contactListId: await campaigns.addList(3), whatsappId: 2 })
  campaigns.world.ctx(1).company.sqlite.run('DELETE FROM connection WHERE id = 2')
  await campaigns.pass(10)
  expect(await campaigns.find(id)).toMatchObject({ status: 'CANCELADA', stopReason: 'noConnection', whatsapp: null })
  expect((await campaigns.ana.post(`/campaigns/${id}/restart`)).body.fields).toEqual({ whatsappId: 'required' })
  expect((await campaigns.ana.put(`/campaigns/${id}`, { whatsappId: 1 })).body).toMatchObject({ whatsappId: 1 })
  addConnection(campaigns.world, { name: 'Outra', number: '5511900000010' })
  expect((await campaigns.ana.put(`/campaigns/${id}`, { whatsappId: 2 })).body.fields).toEqual({ whatsappId: 'fixed' })
  expect((await campaigns.ana.post(`/campaigns/${id}/restart`)).body.status).toBe('EM_ANDAMENTO')
  await campaigns.pass(200)
  expect(await campaigns.find(id)).toMatchObject({ status: 'FINALIZADA', sentCount: 3 })
})
