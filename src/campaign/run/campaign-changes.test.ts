import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type Campaigns, createCampaigns } from '../../testing/campaign/campaigns'
import { setSession } from '../../testing/conversation/connections'
import { listMessageRows } from '../../testing/conversation/conversation'
import { messageEvent, receive } from '../../testing/conversation/inbound'
import { findCampaign } from '../campaign.queries'

let campaigns: Campaigns
beforeEach(async () => {
  campaigns = await createCampaigns()
  await campaigns.settings({ messageInterval: 30 })
})
afterEach(() => campaigns.world.stop())

const contactOf = (person: number) => {
  const { sqlite } = campaigns.world.ctx(1).company
  const find = sqlite.query<{ id: number }, [string]>('SELECT id FROM contact WHERE number = ?')
  return find.get(campaigns.phoneOf(person))?.id ?? 0
}
const numbersOf = async (id: number, state: string) =>
  (await campaigns.recipients(id, `?state=${state}`)).map(({ number }: { number: string }) => number)

function writtenTo() {
  const { sqlite } = campaigns.world.ctx(1).company
  return sqlite
    .query<{ number: string }, []>(
      `SELECT c.number FROM message m JOIN ticket t ON t.id = m.ticket_id JOIN contact c ON c.id = t.contact_id
       WHERE m.from_me = 1 ORDER BY m.id`,
    )
    .all()
    .map(({ number }) => number)
}

test('editing a list does not change the recipients of a running campaign', async () => {
  const listId = await campaigns.addList(4)
  const { id } = await campaigns.start({ contactListId: listId })
  await campaigns.pass(10)
  const { contacts } = (await campaigns.ana.get(`/contact-list-items?contactListId=${listId}`)).body
  await campaigns.ana.delete(`/contact-list-items/${contacts[3].id}`)
  await campaigns.ana.put(`/contact-list-items/${contacts[2].id}`, { name: 'Outro nome' })
  await campaigns.ana.post('/contact-list-items', {
    name: 'Tarde demais',
    number: campaigns.phoneOf(90),
    contactListId: listId,
  })
  expect((await campaigns.ana.delete(`/contact-lists/${listId}`)).body).toMatchObject({
    error: 'ERR_CONTACT_LIST_IN_USE',
  })
  await campaigns.pass(200)
  expect(await campaigns.find(id)).toMatchObject({ status: 'FINALIZADA', sentCount: 4, validCount: 4 })
  expect(writtenTo().toSorted()).toEqual([0, 1, 2, 3].map(campaigns.phoneOf))
})

test('a stopped campaign continues although its list, its tag, or its queue was deleted', async () => {
  const { ana } = campaigns
  const queueId = (await ana.post('/queue', { name: 'Ofertas', color: '#112233', orderQueue: 9 })).body.id
  const tagListId = (await ana.post('/tags', { name: 'Fiel', kanban: false, color: '#112233' })).body.id
  for (const person of [10, 11, 12])
    receive(campaigns.world, 1, messageEvent({ phone: campaigns.phoneOf(person), text: 'oi' }))
  const contactIds = [10, 11, 12].map(contactOf)
  await ana.post('/contacts/bulk', { action: 'tag', contactIds, tagIds: [tagListId] })
  const contactListId = await campaigns.addList(4)
  const ticket = { openTicket: 'enabled', statusTicket: 'open', queueId, userId: campaigns.world.carla.id }
  const [byList, byTag] = [await campaigns.start({ contactListId, ...ticket }), await campaigns.start({ tagListId })]
  await campaigns.pass(40)
  for (const { id } of [byList, byTag]) await ana.post(`/campaigns/${id}/cancel`)
  for (const path of [`/contact-lists/${contactListId}`, `/tags/${tagListId}`, `/queue/${queueId}`])
    expect([path, (await ana.delete(path)).status]).toEqual([path, 200])
  for (const { id } of [byList, byTag]) {
    expect((await ana.put(`/campaigns/${id}`, { message1: 'Novo' })).status).toBe(200)
    expect((await ana.post(`/campaigns/${id}/restart`)).body.status).toBe('EM_ANDAMENTO')
  }
  await campaigns.pass(400)
  expect(await campaigns.find(byList.id)).toMatchObject({ status: 'FINALIZADA', sentCount: 4, failedCount: 0 })
  expect(await campaigns.find(byTag.id)).toMatchObject({ status: 'FINALIZADA', sentCount: 3 })
  expect(writtenTo().toSorted()).toEqual([0, 1, 2, 3, 10, 11, 12].map(campaigns.phoneOf))
})

test('a campaign cannot be deleted while another one needs its failed recipients; a draft needs other recipients then', async () => {
  const { ana, world } = campaigns
  const { id } = await campaigns.start({ contactListId: await campaigns.addList(3) })
  await campaigns.pass(200)
  world.ctx(1).company.sqlite.run("UPDATE campaign_shipping SET state = 'failed'")
  const [planned, draft] = [
    (await ana.post(`/campaigns/${id}/retry`)).body,
    (await ana.post(`/campaigns/${id}/retry`)).body,
  ]
  const later = new Date(campaigns.at().getTime() + 7_200_000).toISOString()
  expect((await ana.put(`/campaigns/${planned.id}`, { scheduledAt: later })).body.status).toBe('PROGRAMADA')
  expect((await ana.delete(`/campaigns/${id}`)).body).toMatchObject({ error: 'ERR_CAMPAIGN_IN_USE' })
  await campaigns.pass(7600, { step: 60 })
  expect(await campaigns.find(planned.id)).toMatchObject({ status: 'FINALIZADA', validCount: 3, sentCount: 3 })
  expect((await ana.delete(`/campaigns/${id}`)).status).toBe(200)
  expect(await campaigns.find(draft.id)).toMatchObject({ status: 'INATIVA', sourceCampaignId: null })
  expect((await ana.post(`/campaigns/${draft.id}/start`)).body).toMatchObject({ fields: { contactListId: 'required' } })
})

test('skips recipients suppressed, blocked or deleted before their turn', async () => {
  for (const person of [1, 2, 3])
    receive(campaigns.world, 1, messageEvent({ phone: campaigns.phoneOf(person), text: 'oi' }))
  const { id } = await campaigns.start({ contactListId: await campaigns.addList(4) })
  await campaigns.pass(5)
  expect(writtenTo()).toEqual([campaigns.phoneOf(0)])
  await campaigns.ana.post('/suppressions', { number: campaigns.phoneOf(1) })
  await campaigns.ana.put(`/contacts/block/${contactOf(2)}`, { active: false })
  for (const { ticketId } of listMessageRows(campaigns.world))
    await campaigns.ana.put(`/tickets/${ticketId}`, { status: 'closed' })
  expect((await campaigns.ana.delete(`/contacts/${contactOf(3)}`)).status).toBe(200)
  await campaigns.pass(200)
  expect(await campaigns.find(id)).toMatchObject({ status: 'FINALIZADA', sentCount: 2 })
  expect(await numbersOf(id, 'excluded')).toEqual([campaigns.phoneOf(1), campaigns.phoneOf(2)])
  expect(writtenTo()).toEqual([campaigns.phoneOf(0), campaigns.phoneOf(3)])
})

test('merged contacts receive one message', async () => {
  for (const person of [1, 2])
    receive(campaigns.world, 1, messageEvent({ phone: campaigns.phoneOf(person), text: 'oi' }))
  const { id } = await campaigns.start({ contactListId: await campaigns.addList(3) })
  await campaigns.pass(5)
  const merged = await campaigns.ana.post('/contacts/merge', {
    fromContactId: contactOf(2),
    intoContactId: contactOf(1),
  })
  expect(merged.status).toBe(200)
  await campaigns.pass(200)
  expect(await campaigns.find(id)).toMatchObject({ status: 'FINALIZADA', sentCount: 2, excludedCount: 1 })
  expect(await campaigns.recipients(id, '?state=excluded')).toMatchObject([{ name: 'Pessoa 2', reason: 'sameContact' }])
  expect(writtenTo()).toEqual([0, 1].map(campaigns.phoneOf))
})

test('a lost connection delays messages, which are sent once after reconnection', async () => {
  const { id } = await campaigns.start({ contactListId: await campaigns.addList(6) })
  await campaigns.pass(40)
  setSession(campaigns.world, 1, { status: 'DISCONNECTED' })
  const before = writtenTo().length
  await campaigns.pass(600, { step: 30, sends: false })
  expect(writtenTo()).toHaveLength(before)
  expect(await campaigns.find(id)).toMatchObject({ status: 'EM_ANDAMENTO', waitReason: 'offline' })
  setSession(campaigns.world, 1, { status: 'CONNECTED' })
  await campaigns.pass(400)
  expect(await campaigns.find(id)).toMatchObject({ status: 'FINALIZADA', sentCount: 6 })
  expect(new Set(writtenTo()).size).toBe(6)
  expect(writtenTo()).toHaveLength(6)
})

test('sends nothing twice after the clock was set back', async () => {
  const { id } = await campaigns.start({ contactListId: await campaigns.addList(5) })
  await campaigns.pass(70)
  const before = writtenTo().length
  campaigns.world.setTime(new Date(campaigns.at().getTime() - 3_600_000))
  await campaigns.pass(60)
  expect(writtenTo().length).toBeLessThanOrEqual(before + 3)
  await campaigns.pass(300)
  expect(await campaigns.find(id)).toMatchObject({ status: 'FINALIZADA', sentCount: 5 })
  expect(writtenTo().toSorted()).toEqual([0, 1, 2, 3, 4].map(campaigns.phoneOf))
})

test('the preview excludes contacts who receive no campaigns', async () => {
  const listId = await campaigns.addList(3)
  const tag = (await campaigns.ana.post('/tags', { name: 'Fiel', kanban: false, color: '#112233' })).body.id
  for (const person of [0, 1])
    receive(campaigns.world, 1, messageEvent({ phone: campaigns.phoneOf(person), text: 'oi' }))
  const { contacts } = (await campaigns.ana.get('/contacts')).body
  const contactIds = contacts.map(({ id }: { id: number }) => id)
  await campaigns.ana.post('/contacts/bulk', { action: 'tag', contactIds, tagIds: [tag] })
  const preview = async (source: object) => {
    const { recipients, messages } = (await campaigns.ana.post('/campaigns/preview', { message1: 'Oi', ...source }))
      .body
    return [recipients, messages.length]
  }
  const sources = [{ contactListId: listId }, { tagListId: tag }]
  const before = await Promise.all(sources.map(preview))
  await campaigns.ana.post('/suppressions', { number: campaigns.phoneOf(1) })
  const after = await Promise.all(sources.map(preview))
  expect(before).toEqual([
    [3, 3],
    [contactIds.length, contactIds.length],
  ])
  expect(after).toEqual(before.map((counts) => counts.map((count) => count - 1)))
})

test('the preview excludes people who were erased and wanted no campaigns', async () => {
  const { ana, world, phoneOf } = campaigns
  receive(world, 1, messageEvent({ phone: phoneOf(1), text: 'oi' }))
  const { contacts } = (await ana.get('/contacts')).body
  await ana.post('/suppressions', { number: phoneOf(1) })
  const { id, name } = contacts.find(({ number }: { number: string }) => number === phoneOf(1))
  expect((await ana.post(`/contacts/${id}/erase`, { name })).status).toBe(200)
  await world.runJobs(1)
  const listId = await campaigns.addList(3)
  const { body } = await ana.post('/campaigns/preview', { message1: 'Oi', contactListId: listId })
  expect([body.recipients, body.messages.length, body.leftOut]).toEqual([2, 2, [{ reason: 'suppressed', count: 1 }]])
})

function setPlan(useCampaigns: 0 | 1) {
  const { sqlite, companies } = campaigns.world.platform.catalog
  sqlite.run('UPDATE plan SET use_campaigns = ?', [useCampaigns])
  companies.forget()
}

test('continues without its queue and user once they are deleted, and waits while the plan has no campaigns', async () => {
  const queueId = (await campaigns.ana.post('/queue', { name: 'Ofertas', color: '#112233', orderQueue: 9 })).body.id
  const file = { openTicket: 'enabled', statusTicket: 'open', queueId, userId: campaigns.world.carla.id }
  const { id } = await campaigns.start({ contactListId: await campaigns.addList(6), ...file })
  await campaigns.pass(40)
  expect((await campaigns.ana.delete(`/users/${campaigns.world.carla.id}`)).status).toBe(200)
  await campaigns.pass(30)
  expect((await campaigns.ana.delete(`/queue/${queueId}`)).status).toBe(200)
  setPlan(0)
  await campaigns.pass(60)
  const before = writtenTo().length
  await campaigns.pass(600, { step: 30 })
  expect(writtenTo()).toHaveLength(before)
  expect(findCampaign(campaigns.world.ctx(1), id)?.waitReason).toBe('plan')
  setPlan(1)
  await campaigns.pass(1200, { step: 30 })
  expect(await campaigns.find(id)).toMatchObject({
    status: 'FINALIZADA',
    sentCount: 6,
    failedCount: 0,
    user: null,
    queue: null,
  })
  expect(writtenTo().toSorted()).toEqual([0, 1, 2, 3, 4, 5].map(campaigns.phoneOf))
})
