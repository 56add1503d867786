import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type Campaigns, createCampaigns, mondayAtTen } from '../../testing/campaigns'
import { addConnection, setSession } from '../../testing/connections'
import { findTicketRowOf, listMessageRows, openTicket } from '../../testing/conversation'
import { messageEvent, phones, receive } from '../../testing/inbound'
import { ticketTable } from '../../ticket/ticket.tables'

let c: Campaigns
beforeEach(async () => {
  c = await createCampaigns()
})
afterEach(() => c.world.stop())

const bodies = () => c.sent().map(({ body }) => body)
const tickets = () => c.world.ctx(1).db.select().from(ticketTable).all()

test('starts on time, sends each recipient one of the texts, and ends', async () => {
  const listId = await c.addList(10)
  const texts = { message1: 'A {nome}', message3: 'B {nome}', message5: 'C {nome}' }
  const { id } = await c.create({ ...texts, contactListId: listId, scheduledAt: '2026-11-23T10:30' })
  expect((await c.find(id)).status).toBe('PROGRAMADA')
  await c.pass(29 * 60, { step: 60 })
  expect(c.sent()).toEqual([])
  await c.pass(120)
  expect(await c.find(id)).toMatchObject({
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
  expect((await c.ana.get('/contacts?searchParam=pessoa')).body.count).toBe(10)
})

test('keeps the interval, the longer pause, and the company’s sending hours', async () => {
  await c.settings({ messageInterval: 20, longerIntervalAfter: 3, greaterInterval: 120 })
  c.world.setTime(new Date('2026-11-27T20:57:00Z'))
  const { id } = await c.start({ contactListId: await c.addList(12) })
  await c.pass(180, { step: 1 })
  const gaps = c.sent().map(({ at }, index, all) => (index === 0 ? 0 : (+at - +(all[index - 1]?.at ?? 0)) / 1000))
  for (const [index, gap] of gaps.entries()) {
    const [least, most] = index === 0 ? [0, 0] : index % 3 === 0 ? [84, 157] : [14, 27]
    expect([index, gap >= least && gap <= most]).toEqual([index, true])
  }
  const before = c.sent().length
  expect(before).toBeLessThan(12)
  await c.pass(60 * 60, { step: 300 })
  expect(c.sent()).toHaveLength(before)
  expect(await c.find(id)).toMatchObject({ waitReason: 'hours', waitUntil: '2026-11-30T12:00:00.000Z' })
  c.world.setTime(new Date('2026-11-30T11:59:00Z'))
  await c.pass(60)
  await c.pass(600)
  expect(await c.find(id)).toMatchObject({ status: 'FINALIZADA', sentCount: 12 })
})

test('writes into an open conversation and leaves it with its agent', async () => {
  openTicket(c.world)
  const { id: listId } = (await c.ana.post('/contact-lists', { name: 'Maria' })).body
  await c.ana.post('/contact-list-items', { name: 'Dona Maria', number: phones[1], contactListId: listId })
  await c.start({ contactListId: listId, openTicket: 'enabled', statusTicket: 'closed', queueId: 2 })
  await c.pass(15)
  expect(bodies()).toEqual(['Oi'])
  expect(tickets()).toHaveLength(1)
  expect(findTicketRowOf(c.world)).toMatchObject({ status: 'open', userId: c.world.bruno.id, queueId: 1 })
})

test('opens a ticket for each recipient if configured', async () => {
  const rule = { openTicket: 'enabled', statusTicket: 'open', queueId: 1, userId: 2 }
  await c.start({ contactListId: await c.addList(2), ...rule })
  await c.pass(15)
  expect(tickets().map(({ status, queueId, userId }) => [status, queueId, userId])).toEqual([
    ['open', 1, 2],
    ['open', 1, 2],
  ])
})

test('continues after a stop and writes to nobody twice', async () => {
  await c.settings({ messageInterval: 5 })
  const { id } = await c.start({ contactListId: await c.addList(40) })
  await c.pass(60)
  expect((await c.ana.post(`/campaigns/${id}/cancel`)).body.status).toBe('CANCELADA')
  const before = c.sent().length
  expect(before).toBeGreaterThan(5)
  expect(before).toBeLessThan(35)
  await c.pass(120)
  expect(c.sent()).toHaveLength(before)
  // Only the texts can be changed now.
  expect((await c.ana.put(`/campaigns/${id}`, { name: 'Outro', message1: 'Oi' })).body.fields).toEqual({
    name: 'fixed',
  })
  expect((await c.ana.put(`/campaigns/${id}`, { message1: 'Oi de novo' })).status).toBe(200)
  c.world.platform.files.close(1)
  const restarts = await Promise.all([1, 2].map(() => c.ana.post(`/campaigns/${id}/restart`)))
  expect(restarts.map(({ status }) => status)).toEqual([200, 200])
  await c.pass(400)
  expect(await c.find(id)).toMatchObject({ status: 'FINALIZADA', sentCount: 40 })
  const chats = listMessageRows(c.world).map(({ ticketId }) => ticketId)
  expect([chats.length, new Set(chats).size]).toEqual([40, 40])
  expect(bodies().filter((body) => body === 'Oi de novo')).toHaveLength(40 - before)
})

test('starts late when the process was down at its time', async () => {
  const { id } = await c.create({ contactListId: await c.addList(2), scheduledAt: '2026-11-23T11:00' })
  c.world.platform.files.close(1)
  c.world.setTime(new Date('2026-11-24T15:00:00Z'))
  await c.pass(30)
  expect(await c.find(id)).toMatchObject({ status: 'FINALIZADA', sentCount: 2 })
})

test('campaigns on one connection share its pace and its daily limit', async () => {
  await c.settings({ messageInterval: 10 })
  await c.ana.post('/campaign-settings/connections', { whatsappId: 1, dailyLimit: 15 })
  const ids = []
  for (const first of [0, 100]) ids.push((await c.start({ contactListId: await c.addList(10, first) })).id)
  await c.pass(400, { step: 1 })
  const times = c.sent().map(({ at }) => +at)
  expect(times).toHaveLength(15)
  expect(Math.min(...times.slice(1).map((at, index) => at - (times[index] ?? 0)))).toBeGreaterThanOrEqual(7000)
  const all = await Promise.all(ids.map(c.find))
  expect(all.map(({ waitReason }) => waitReason)).toContain('budget')
  expect((await c.ana.get('/campaign-settings/connections')).body).toMatchObject([{ todayMax: 15, todayUsed: 15 }])
  c.world.setTime(new Date('2026-11-24T12:00:00Z'))
  await c.pass(200)
  expect(c.sent()).toHaveLength(20)
})

test('a new account starts few conversations a day', async () => {
  const limit = async () => (await c.ana.get('/campaign-settings/connections')).body[0].todayMax
  const { sqlite } = c.world.ctx(1).company
  const pairedFor = (days: number) => {
    sqlite.run('DELETE FROM campaign_pace')
    sqlite.run('UPDATE connection SET created_at = ?', [mondayAtTen.getTime() - days * 86_400_000])
  }
  const limits = []
  for (const days of [0, 8, 15, 30]) {
    pairedFor(days)
    limits.push(await limit())
  }
  expect(limits).toEqual([50, 100, 200, 300])
  await c.start({ contactListId: await c.addList(1) })
  await c.pass(10)
  setSession(c.world, 1, { number: '5511911112222' })
  expect(await limit()).toBe(50)
})

test('waits while the connection is down', async () => {
  setSession(c.world, 1, { status: 'DISCONNECTED' })
  const { id } = await c.start({ contactListId: await c.addList(2) })
  await c.pass(20)
  expect(await c.find(id)).toMatchObject({ status: 'EM_ANDAMENTO', waitReason: 'offline' })
  setSession(c.world, 1, { status: 'CONNECTED' })
  await c.pass(10)
  expect(await c.find(id)).toMatchObject({ status: 'FINALIZADA', sentCount: 2 })
})

test('sends to the contacts of a tag', async () => {
  const ctx = c.world.ctx(1)
  receive(c.world, 1, messageEvent({ phone: '551188887777', text: 'oi' }))
  const tag = (await c.ana.post('/tags', { name: 'Fiel', kanban: false, color: '#112233' })).body.id
  const contactId = ctx.company.sqlite.query<{ id: number }, []>('SELECT max(id) AS id FROM contact').get()?.id
  await c.ana.post('/contacts/bulk', { action: 'tag', contactIds: [contactId, 1], tagIds: [tag] })
  const { id } = await c.start({ tagListId: tag })
  await c.pass(15)
  expect(await c.find(id)).toMatchObject({ status: 'FINALIZADA', sentCount: 2, validCount: 2 })
  expect((await c.recipients(id)).map(({ contactId: of }: { contactId: number }) => of)).toContain(contactId)
})

test('a deleted connection does not delay another one', async () => {
  addConnection(c.world, { name: 'Balcão', number: '5511900000009' })
  const { id } = await c.start({ contactListId: await c.addList(3), whatsappId: 2 })
  c.world.ctx(1).company.sqlite.run('DELETE FROM connection WHERE id = 2')
  await c.pass(10)
  expect(await c.find(id)).toMatchObject({ status: 'CANCELADA', stopReason: 'noConnection', whatsapp: null })
  expect((await c.ana.post(`/campaigns/${id}/restart`)).body.fields).toEqual({ whatsappId: 'required' })
})
