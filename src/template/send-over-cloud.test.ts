import { afterEach, beforeEach, expect, test } from 'bun:test'
import { addListItem } from '../contact-list/add-list-item'
import { campaignTable } from '../campaign/campaign.tables'
import { saveCampaignSettings } from '../campaign/edit/campaign-settings'
import { contactListRecords } from '../contact-list/contact-list.record'
import { acceptTicket } from '../ticket/assignment/accept-ticket'
import { type CloudWorld, createCloudWorld } from '../testing/whatsapp/cloud-world'
import { dot } from '../testing/media/dot'
import { cloudChargeTable } from '../channel/whatsapp-cloud/account/cloud-account.tables'
import { planSync } from './sync-templates'
import { returnTemplate } from '../testing/campaign/templates'
import { until } from '../testing/whatsapp/whatsapp-world'
import type { Caller } from '../testing/world/world'

/** Templates over the driver of the official API, against Meta's API as documented. */

const maria = { waId: '5511988880001', name: 'Dona Maria' }
const start = new Date('2026-11-23T13:00:00Z')
const hourMs = 3_600_000
const connectionId = 2

let world: CloudWorld
let ana: Caller
beforeEach(async () => {
  world = await createCloudWorld({ world: { now: start }, reports: true })
  world.graph.addTemplate({ name: 'retorno', components: returnTemplate as never })
  world.graph.addTemplate({
    name: 'oferta',
    components: [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Oferta para {{nome}}' },
    ],
  })
  await world.connect()
  await world.runJobs(1)
  ana = await world.as(world.ana)
})
afterEach(() => world.stop())

const values = { 'header:1': '77', 'body:1': '{{firstName}}', 'body:2': 'amanhã', 'button:1': '77' }
const retorno = { name: 'retorno', language: 'pt_BR', values }
const accepted = () => world.graph.accepted.map(({ to, body }) => ({ to, template: body['template'] }))

async function says(text: string) {
  const before = world.messages().length
  await world.graph.says(maria, { type: 'text', text: { body: text } }, { atMs: world.ctx(1).now.getTime() })
  await until(() => world.messages().length > before, text)
}

test('answers after 24 hours with a template; the contact’s answer opens the window again', async () => {
  await says('Olá')
  acceptTicket(world.ctxAs(world.ana), 1, { queueId: 1 })
  world.setTime(new Date(start.getTime() + 25 * hourMs))
  expect((await ana.post('/messages/1', { body: 'Oi' })).body.error).toBe('ERR_CHANNEL_CANNOT')
  const { body } = await ana.post('/messages/1', { template: retorno })
  expect(body.messages[0].body).toContain('Olá Dona, o pedido chega amanhã.')
  await until(() => world.graph.accepted.length === 1, 'the template')
  expect(accepted()).toEqual([
    {
      to: maria.waId,
      template: {
        name: 'retorno',
        language: { code: 'pt_BR' },
        components: [
          { type: 'header', parameters: [{ type: 'text', text: '77' }] },
          {
            type: 'body',
            parameters: [
              { type: 'text', text: 'Dona' },
              { type: 'text', text: 'amanhã' },
            ],
          },
          { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: '77' }] },
        ],
      },
    },
  ])
  await says('Pode mandar')
  expect((await ana.post('/messages/1', { body: 'Certo' })).status).toBe(200)
})

test('uploads the file of the header', async () => {
  await says('Olá')
  acceptTicket(world.ctxAs(world.ana), 1, { queueId: 1 })
  const form = new FormData()
  form.set('template', JSON.stringify({ name: 'oferta', language: 'pt_BR', values: { 'body:nome': 'Maria' } }))
  form.append('medias', new File([dot], 'foto.png', { type: 'image/png' }))
  expect((await ana.post('/messages/1', form)).status).toBe(200)
  await until(() => world.graph.accepted.length === 1, 'the template')
  const [media] = world.graph.state.media.values()
  expect([media?.type, media?.name]).toEqual(['image/png', 'foto.png'])
  expect(accepted()[0]?.template).toMatchObject({
    components: [
      { type: 'header', parameters: [{ type: 'image', image: { id: media?.id } }] },
      { type: 'body', parameters: [{ type: 'text', text: 'Maria', parameter_name: 'nome' }] },
    ],
  })
})

test('sends a template whose button opens a form', async () => {
  world.graph.addTemplate({
    name: 'agendar',
    components: [
      { type: 'BODY', text: 'Escolha um horário' },
      {
        type: 'BUTTONS',
        buttons: [{ type: 'FLOW', text: 'Agendar', flow_id: 987654321012345, flow_action: 'NAVIGATE' }],
      },
    ],
  })
  planSync(world.ctx(1), connectionId)
  await world.runJobs(1)
  await says('Olá')
  acceptTicket(world.ctxAs(world.ana), 1, { queueId: 1 })
  const template = { name: 'agendar', language: 'pt_BR', values: {} }
  const { body } = await ana.post('/messages/1', { template })
  expect(body.messages[0].dataJson.buttons).toMatchObject([{ buttonText: { displayText: 'Agendar' } }])
  await until(() => world.graph.accepted.length === 1, 'the template')
  expect(accepted()[0]?.template).toMatchObject({
    components: [
      {
        type: 'button',
        sub_type: 'flow',
        index: '0',
        parameters: [{ type: 'action', action: { flow_token: '987654321012345' } }],
      },
    ],
  })
})

test('a template that Meta rejects can no longer be chosen', async () => {
  const usable = async () => (await ana.get(`/templates?whatsappId=${connectionId}&usable=true`)).body.count as number
  expect(await usable()).toBe(2)
  const rejected = world.graph.state.templates[0]
  Object.assign(rejected ?? {}, { status: 'REJECTED' })
  await world.graph.deliver({
    field: 'message_template_status_update',
    value: { event: 'REJECTED', message_template_id: Number(rejected?.id), reason: 'INVALID_FORMAT' },
  })
  await until(() => world.filed() === 0, 'the notice to be read')
  expect(await usable()).toBe(1)
})

async function startCampaign(people: number, first = 0) {
  const ctx = world.ctxAs(world.ana)
  saveCampaignSettings(ctx, { messageInterval: 0, longerIntervalAfter: 0 })
  const { id: contactListId } = contactListRecords.createFrom(ctx, { name: `Clientes ${first}` })
  for (let person = 0; person < people; person++) {
    const number = `55119777${String(first + person).padStart(5, '0')}`
    addListItem(ctx, contactListId, { name: `Pessoa ${person}`, number, email: '', extra: {} })
  }
  const { body } = await ana.post('/campaigns', {
    name: 'Volta',
    whatsappId: connectionId,
    contactListId,
    templates: { message1: { ...retorno, values: { ...values, 'body:1': '{nome}' } } },
    scheduledAt: world.ctx(1).now.toISOString(),
  })
  return body.id as number
}

const campaign = () => world.ctx(1).db.select().from(campaignTable).get()

/** Lets the clock and the outbox go on until the campaign is in that state. */
async function passUntil(done: () => boolean) {
  for (let round = 0; round < 400 && !done(); round++) {
    await world.runJobs(1)
    await until(
      () => world.messages().every(({ send_state: state }) => state !== 'queued' && state !== 'sending'),
      'the outbox',
    )
    world.setTime(new Date(world.ctx(1).now.getTime() + 1000))
  }
}

test('a campaign sends its template to everybody once', async () => {
  const id = await startCampaign(30)
  await passUntil(() => campaign()?.status === 'FINALIZADA')
  expect(campaign()).toMatchObject({ status: 'FINALIZADA', sent: 30, failed: 0 })
  expect(new Set(world.graph.accepted.map(({ to }) => to)).size).toBe(30)
  expect(world.graph.accepted).toHaveLength(30)
  const charges = [{ category: 'utility', isBillable: true, messages: 30 }]
  // The report of the last message may come after the campaign's end.
  const counted = () => world.ctx(1).db.select().from(cloudChargeTable).get()?.messages
  await until(() => counted() === 30, 'the last report')
  expect((await ana.get(`/campaigns/${id}`)).body.charges).toEqual(charges)
  expect((await ana.get(`/whatsapp-cloud/${connectionId}`)).body.months).toEqual([{ month: '2026-11', charges }])
})

test('a campaign stops when Meta pauses its template, before the notice arrives', async () => {
  await startCampaign(60)
  await passUntil(() => world.graph.accepted.length >= 5)
  Object.assign(world.graph.state.templates[0] ?? {}, { status: 'PAUSED' })
  await passUntil(() => campaign()?.status === 'CANCELADA')
  expect(campaign()).toMatchObject({ status: 'CANCELADA', stopReason: 'template' })
  expect(campaign()?.stopDetail).toContain('132015')
  await world.runJobs(1)
  expect((await ana.get(`/templates?whatsappId=${connectionId}&usable=true`)).body.count).toBe(1)
})

// "Error codes", developers.facebook.com, updated May 15, 2026: 131048 is about the sender ("restrictions on how many
// messages can be sent from this phone number"); 131049 only about one person, and comes with the answer or the status.
test('goes on when Meta spares one person marketing, and offers to repeat it after 24 hours', async () => {
  const id = await startCampaign(5)
  world.graph.state.undeliverable.set('5511977700003', 131049)
  world.graph.fail({
    status: 400,
    code: 131049,
    message: 'This message was not delivered to maintain healthy ecosystem engagement.',
    only: /messages$/,
    times: 1,
  })
  // One failure comes with the answer, the other with a status after it.
  await passUntil(() => campaign()?.status === 'FINALIZADA' && campaign()?.failed === 2)
  expect(campaign()).toMatchObject({ status: 'FINALIZADA', stopReason: '', sent: 3, failed: 2 })
  expect((await ana.get(`/whatsapp/${connectionId}`)).body.providerWarning).toBeNull()
  const { body } = await ana.post(`/campaigns/${id}/retry`)
  const again = new Date(body.scheduledAt as string).getTime()
  expect(again).toBeGreaterThanOrEqual(start.getTime() + 24 * hourMs)
  expect(again).toBeLessThanOrEqual(world.ctx(1).now.getTime() + 24 * hourMs)
  expect(body.status).toBe('INATIVA')
  world.setTime(new Date(again))
  expect((await ana.post(`/campaigns/${id}/retry`)).body.scheduledAt).toBeNull()
})

test.each([131048, 131042])(
  'a campaign stops when Meta limits the number, or its account cannot pay: %d',
  async (code) => {
    await startCampaign(60)
    world.graph.fail({ status: 400, code, message: 'Spam rate limit hit', only: /messages$/, times: 1 })
    await passUntil(() => campaign()?.status === 'CANCELADA')
    expect(campaign()).toMatchObject({ status: 'CANCELADA', stopReason: 'warning', failed: 1 })
    expect((await ana.get(`/whatsapp/${connectionId}`)).body.providerWarning).not.toBeNull()
  },
)

// "phone_number_quality_update webhook reference", developers.facebook.com, updated May 21, 2026: UNFLAGGED when the quality is
// no longer low.
test('campaigns that a warning stopped continue when Meta takes it back, but not those that a person stopped', async () => {
  const all = () => world.ctx(1).db.select().from(campaignTable).all()
  const byHand = await startCampaign(40)
  await ana.post(`/campaigns/${byHand}/cancel`)
  const kept = await startCampaign(40, 1000)
  const id = await startCampaign(40, 2000)
  world.graph.fail({ status: 400, code: 131048, message: 'Spam rate limit hit', only: /messages$/, times: 1 })
  await passUntil(() => all().every(({ status }) => status === 'CANCELADA'))
  expect(all().map(({ stopReason }) => stopReason)).toEqual(['', 'warning', 'warning'])
  expect((await ana.post(`/campaigns/${kept}/cancel`)).body).toMatchObject({ stopReason: 'provider' })
  const quality = { display_phone_number: '551140028922', event: 'UNFLAGGED' }
  await world.graph.deliver({ field: 'phone_number_quality_update', value: quality })
  await until(() => all().at(-1)?.status === 'EM_ANDAMENTO', 'the campaign to continue')
  const published = world.published.filter(({ event }) => event === 'company-1-campaignWarning')
  expect(published.map(({ data }) => [data['action'], data['campaigns']])).toEqual([
    ['stopped', [expect.objectContaining({ id: kept }), expect.objectContaining({ id })]],
    ['resumed', [expect.objectContaining({ id })]],
  ])
  const log = world.ctx(1).company.sqlite.query("SELECT data FROM event WHERE type = 'campaign.restarted'").values()
  expect(log.map(([data]) => JSON.parse(String(data)))).toEqual([{ campaignId: id }])
  await passUntil(() => all().at(-1)?.status === 'FINALIZADA')
  expect(all().map(({ status, sent }) => [status, sent])).toMatchObject([
    ['CANCELADA', expect.any(Number)],
    ['CANCELADA', expect.any(Number)],
    ['FINALIZADA', expect.any(Number)],
  ])
  expect((await ana.get(`/whatsapp/${connectionId}`)).body.providerWarning).toBeNull()
})

// "Error codes", developers.facebook.com, updated May 15, 2026: 131050 "User has opted out of receiving marketing messages".
test('leaves whoever stopped marketing out of the next campaigns', async () => {
  await startCampaign(3)
  world.graph.state.undeliverable.set('5511977700001', 131050)
  await passUntil(() => campaign()?.status === 'FINALIZADA' && campaign()?.failed === 1)
  expect(campaign()).toMatchObject({ status: 'FINALIZADA', sent: 2, failed: 1 })
  expect(world.ctx(1).company.sqlite.query('SELECT number, source FROM suppression').values()).toEqual([
    ['5511977700001', 'optOut'],
  ])
})
