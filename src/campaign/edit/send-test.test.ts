import { expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { useCampaigns } from '../../testing/campaign/campaigns'
import { listMessageRows } from '../../testing/conversation/conversation'
import { messageEvent, receive } from '../../testing/conversation/inbound'
import { formOf } from '../../testing/world/form-of'

const campaigns = useCampaigns()

const own = '5511988880000'
const testing = (campaign: object, more: object = {}) =>
  campaigns.ana.post('/campaigns/test', { ...campaign, number: '(11) 98888-0000', key: 'click-0001', ...more })

test('sends every message to one number once, as a recipient gets it, and nothing of it is the campaign’s', async () => {
  const { ana, world } = campaigns
  const file = new File(['%PDF-1.4 oferta'], 'oferta.pdf', { type: 'application/pdf' })
  const { mediaPath } = (await ana.post('/campaigns/media-upload', formOf({ file }))).body
  const draft = await campaigns.create({
    contactListId: await campaigns.addList(3),
    message1: 'Oi {nome}',
    message3: 'Olá {{nome}}, {{ticket_id}}',
    confirmation: true,
    confirmationMessage1: 'Posso, {nome}?',
    mediaPath,
  })
  const other = await campaigns.start({ contactListId: await campaigns.addList(1, 100) })
  await campaigns.pass(10)
  const figures = () => Promise.all([draft, other].map(({ id }) => campaigns.find(id)))
  const limits = async () => (await ana.get('/campaign-settings/connections')).body
  const before = [await figures(), await limits(), campaigns.sent().length]
  expect((await testing({ ...draft, campaignId: draft.id }, { recipient: 1 })).body).toEqual({ sent: 3 })
  await campaigns.deliver()
  const rows = listMessageRows(world).slice(1)
  const [{ ticketId } = { ticketId: 0 }] = rows
  expect(rows.map(({ body, mediaType }) => [body, mediaType])).toEqual([
    ['Posso, Pessoa 1?', null],
    ['Oi Pessoa 1', 'application'],
    [`Olá Pessoa 1, ${ticketId}`, 'application'],
  ])
  // A repeated request sends nothing; another click sends again.
  await testing({ ...draft, campaignId: draft.id }, { recipient: 1 })
  expect(listMessageRows(world)).toHaveLength(4)
  await testing({ ...draft, campaignId: draft.id }, { key: 'click-0002' })
  expect(listMessageRows(world)).toHaveLength(7)
  // Answers to a test do not count in any campaign, and "sair" opts nobody out.
  for (const text of ['Ficou bom', 'sim', 'sair']) receive(world, 1, messageEvent({ phone: own, text }))
  expect((await ana.get('/suppressions')).body.count).toBe(0)
  expect([await figures(), await limits(), 1]).toEqual(before)
  const { sqlite } = world.ctx(1).company
  expect(sqlite.query('SELECT count(*) AS n FROM campaign_shipping WHERE phone_key LIKE ?').get('%88880000')).toEqual({
    n: 0,
  })
  // The same draft starts, and its recipients get theirs.
  await ana.post(`/campaigns/${draft.id}/start`)
  await campaigns.pass(30)
  expect(await campaigns.find(draft.id)).toMatchObject({ validCount: 3, confirmationsRequestedCount: 3 })
  // Nothing is sent without the file, not even what comes before it.
  const { length } = listMessageRows(world)
  rmSync(world.ctx(1).company.mediaFolder, { recursive: true })
  const refused = await testing({ ...draft, campaignId: draft.id }, { key: 'click-0003' })
  expect(refused.body.error).toBe('ERR_NO_MEDIA_FOUND')
  expect(listMessageRows(world)).toHaveLength(length)
})

test('a test needs messages, a connection and a number, but no recipients', async () => {
  const faultsOf = async (campaign: object, more?: object) => (await testing(campaign, more)).body.fields
  const campaign = { message1: 'Oi {nome}{desconto}', whatsappId: 1 }
  expect(await faultsOf({ whatsappId: 1 })).toEqual({ message1: 'required' })
  expect(await faultsOf({ ...campaign, whatsappId: null })).toEqual({ whatsappId: 'required' })
  expect(await faultsOf({ ...campaign, confirmation: true })).toEqual({ confirmationMessage1: 'required' })
  expect(await faultsOf(campaign, { number: '123' })).toEqual({ number: 'numberTooShort' })
  expect(listMessageRows(campaigns.world)).toEqual([])
  expect((await testing({ ...campaign, contactListId: await campaigns.addList(0) })).body).toEqual({ sent: 1 })
  expect(campaigns.sent().map(({ body }) => body)).toEqual(['Oi Ana Souza'])
})
