import { afterEach, beforeEach, expect, test } from 'bun:test'
import { ChannelError } from '../../channel/channel'
import { noteTemplateChange } from '../../template/change-templates'
import { getConnection } from '../../connection/connection.queries'
import { interpretInbound } from '../../message/inbound/interpret-inbound'
import { sendOutbox } from '../../message/outbox/send-outbox'
import { addListItem } from '../../contact-list/add-list-item'
import { dot } from '../../testing/media/dot'
import { storedFiles } from '../../testing/media/stored-files'
import { type Campaigns, createCampaigns } from '../../testing/campaign/campaigns'
import { createFakeChannel } from '../../testing/conversation/fake-channel'
import { messageEvent } from '../../testing/conversation/inbound'
import { addGraphAccount, addTemplate, addTemplateConnection } from '../../testing/campaign/templates'
import { formOf } from '../../testing/world/form-of'

let campaigns: Campaigns
let connectionId = 0
let listId = 0
beforeEach(async () => {
  campaigns = await createCampaigns()
  connectionId = addTemplateConnection(campaigns.world)
  addGraphAccount(campaigns.world, connectionId)
  listId = await campaigns.addList(3)
})
afterEach(() => campaigns.world.stop())

const values = { 'header:1': '{pedido}', 'body:1': '{nome}', 'body:2': 'amanhã', 'button:1': '{numero}' }
const retorno = { name: 'retorno', language: 'pt_BR', values }
const fields = (more: object = {}) => ({
  message1: '',
  whatsappId: connectionId,
  contactListId: listId,
  templates: { message1: retorno },
  ...more,
})

/** Sends the queued messages; returns what was handed to the provider. */
async function deliver(refusal?: ChannelError) {
  const { channel, calls, then } = createFakeChannel()
  if (refusal) {
    then(() => {
      throw refusal
    })
  }
  await sendOutbox(() => campaigns.world.ctx(1), connectionId, channel, { wait: async () => {} })
  return calls.flatMap((call) => (call.name === 'send' ? [call.args[0]] : []))
}

const setVariables = () => campaigns.settings({ variables: [{ key: 'pedido', value: '77' }] })

test('sends each recipient the template with their own values, once however often it is restarted', async () => {
  addTemplate(campaigns.world, { connectionId })
  await setVariables()
  const { id } = await campaigns.start(fields())
  await campaigns.pass(2, { step: 1, sends: false })
  await campaigns.ana.post(`/campaigns/${id}/cancel`)
  await campaigns.ana.post(`/campaigns/${id}/restart`)
  await campaigns.pass(5, { step: 1, sends: false })
  const sent = await deliver()
  expect(sent.map(({ to }) => to.value)).toEqual([0, 1, 2].map(campaigns.phoneOf))
  expect(sent[1]?.content).toEqual({
    kind: 'template',
    name: 'retorno',
    language: 'pt_BR',
    components: [
      { type: 'header', parameters: [{ type: 'text', text: '77' }] },
      {
        type: 'body',
        parameters: [
          { type: 'text', text: 'Pessoa 1' },
          { type: 'text', text: 'amanhã' },
        ],
      },
      { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: campaigns.phoneOf(1) }] },
    ],
  })
  expect(campaigns.sent()[1]?.body).toContain('Olá Pessoa 1, o pedido chega amanhã.')
  await campaigns.pass(60)
  expect([(await campaigns.find(id)).status, (await deliver()).length]).toEqual(['FINALIZADA', 0])
})

test('refuses at its field what cannot be sent, when the campaign is saved', async () => {
  addTemplate(campaigns.world, { connectionId })
  addTemplate(campaigns.world, { connectionId, name: 'parado', status: 'PAUSED' })
  const image = [
    { type: 'HEADER', format: 'IMAGE' },
    { type: 'BODY', text: 'Oferta' },
  ]
  addTemplate(campaigns.world, { connectionId, name: 'oferta', components: image })
  const fault = async (change: object) => (await campaigns.create(fields(change))).fields as unknown
  expect(await fault({ message1: 'Oi', templates: {} })).toEqual({ message1: 'templateRequired' })
  expect(await fault({ whatsappId: 1 })).toEqual({ message1: 'templateUnknown' })
  expect(await fault({ templates: { message2: { ...retorno, name: 'parado' } } })).toEqual({
    'templates.message2.template': 'templateNotApproved',
  })
  expect(await fault({ templates: { message1: { ...retorno, values: { ...values, 'body:2': '' } } } })).toEqual({
    'templates.message1.values.body:2': 'required',
  })
  const oferta = { name: 'oferta', language: 'pt_BR', values: {} }
  expect(await fault({ templates: { message1: oferta } })).toEqual({ mediaPath: 'templateImage' })
  const asks = { confirmation: true, templates: { message1: retorno, confirmationMessage1: oferta } }
  expect(await fault(asks)).toMatchObject({ 'templates.confirmationMessage1.template': 'templateUnsupported' })
  expect(await fault({ confirmation: true, scheduledAt: campaigns.at().toISOString() })).toEqual({
    confirmationMessage1: 'required',
  })
  expect(await fault({ templates: { message1: { ...retorno, name: '../x' } } })).toBeDefined()
  expect(await fault({ templates: {}, scheduledAt: campaigns.at().toISOString() })).toEqual({ message1: 'required' })
  campaigns.world.ctx(1).company.sqlite.run("UPDATE connection SET channel = 'facebook' WHERE id = 1")
  expect(await fault({ whatsappId: 1, message1: 'Oi', templates: {} })).toEqual({ whatsappId: 'noPhoneNumbers' })
  expect((await campaigns.ana.get('/campaigns')).body.count).toBe(0)
})

test('the attachment is the file of the header, for the templates that have one', async () => {
  const image = [
    { type: 'HEADER', format: 'IMAGE' },
    { type: 'BODY', text: 'Oferta para {{1}}' },
  ]
  addTemplate(campaigns.world, { connectionId, name: 'oferta', components: image })
  const form = formOf({ file: new File([dot], 'foto.png', { type: 'image/png' }) })
  const { mediaPath } = (await campaigns.ana.post('/campaigns/media-upload', form)).body
  const oferta = { name: 'oferta', language: 'pt_BR', values: { 'body:1': '{nome}' } }
  await campaigns.start(fields({ templates: { message1: oferta }, mediaPath }))
  await campaigns.pass(5, { step: 1, sends: false })
  const sent = await deliver()
  expect(sent.map(({ content }) => content)).toMatchObject(
    [0, 1, 2].map((person) => ({
      kind: 'template',
      header: { format: 'image', file: { name: 'foto.png' } },
      components: [{ type: 'body', parameters: [{ text: `Pessoa ${person}` }] }],
    })),
  )
})

test('asks for confirmation with a template; the answer opens the window, and the message is the template, too', async () => {
  addTemplate(campaigns.world, { connectionId })
  addTemplate(campaigns.world, { connectionId, name: 'posso', components: [{ type: 'BODY', text: 'Posso, {{1}}?' }] })
  await setVariables()
  const posso = { name: 'posso', language: 'pt_BR', values: { 'body:1': '{nome}' } }
  const templates = { message1: retorno, confirmationMessage1: posso }
  const { id } = await campaigns.start(fields({ confirmation: true, templates }))
  await campaigns.pass(5, { step: 1, sends: false })
  expect((await deliver()).map(({ content }) => content)).toMatchObject([0, 1, 2].map(() => ({ name: 'posso' })))
  const ctx = campaigns.world.ctx(1)
  const event = messageEvent({ phone: campaigns.phoneOf(1), text: 'Sim', atMs: ctx.now.getTime() })
  interpretInbound(ctx, getConnection(ctx, connectionId), [event])
  await campaigns.pass(5, { step: 1, sends: false })
  const [message, ...others] = await deliver()
  expect([message?.to.value, message?.content.kind, others.length]).toEqual([campaigns.phoneOf(1), 'template', 0])
  expect((await campaigns.find(id)).confirmationsCount).toBe(1)
})

test('previews the filled template and names unknown variables', async () => {
  addTemplate(campaigns.world, { connectionId })
  const { body } = await campaigns.ana.post('/campaigns/preview', fields())
  expect(body.unknownVariables).toEqual(['pedido'])
  expect(body.messages[2].text).toBe('*Pedido {{1}}*\n\nOlá Pessoa 2, o pedido chega amanhã.\n\nCasa Aurora')
})

test('a recipient without a value for a variable fails with the reason, and the others get theirs', async () => {
  addTemplate(campaigns.world, { connectionId })
  const id = (await campaigns.ana.post('/contact-lists', { name: 'Com pedido' })).body.id as number
  campaigns.world.ctx(1).transaction(() => {
    for (const [name, number, extra] of [
      ['Ana', '5511977770001', { pedido: '1' }],
      ['Bia', '5511977770002', {}],
    ] as const) {
      addListItem(campaigns.world.ctx(1), id, { name, number, email: '', extra })
    }
  })
  const campaign = await campaigns.start(fields({ contactListId: id }))
  await campaigns.pass(5, { step: 1, sends: false })
  expect(await deliver()).toHaveLength(1)
  expect(await campaigns.recipients(campaign.id, '?state=failed')).toMatchObject([
    { name: 'Bia', reason: 'templateValues' },
  ])
})

test('stops with the template’s name when Meta no longer accepts it, and goes on from there', async () => {
  const template = addTemplate(campaigns.world, { connectionId })
  await setVariables()
  const { id } = await campaigns.start(fields())
  await campaigns.pass(0)
  const ctx = campaigns.world.ctx(1)
  noteTemplateChange(ctx, { connectionId, template: { providerId: template.providerId, status: 'PAUSED' } })
  await campaigns.pass(5, { step: 1, sends: false })
  const before = campaigns.sent().length
  expect(before).toBeLessThan(3)
  expect(await campaigns.find(id)).toMatchObject({
    status: 'CANCELADA',
    stopReason: 'template',
    stopDetail: 'retorno (pt_BR): PAUSED',
  })
  const refused = await campaigns.ana.post(`/campaigns/${id}/restart`)
  expect(refused.body.fields).toEqual({ 'templates.message1.template': 'templateNotApproved' })
  noteTemplateChange(ctx, { connectionId, template: { providerId: template.providerId, status: 'APPROVED' } })
  await campaigns.ana.post(`/campaigns/${id}/restart`)
  await campaigns.pass(5, { step: 1, sends: false })
  expect(campaigns.sent().map(({ body }) => /Pessoa \d/.exec(body)?.[0])).toEqual(['Pessoa 0', 'Pessoa 1', 'Pessoa 2'])
})

test('stops with the template’s name alone when it is gone', async () => {
  addTemplate(campaigns.world, { connectionId })
  await setVariables()
  const { id } = await campaigns.start(fields())
  await campaigns.pass(0)
  campaigns.world.ctx(1).company.sqlite.run('DELETE FROM template')
  await campaigns.pass(5, { step: 1, sends: false })
  expect(await campaigns.find(id)).toMatchObject({ stopReason: 'template', stopDetail: 'retorno (pt_BR)' })
})

test('stops when Meta refuses the template of a message, before the others are refused as well', async () => {
  addTemplate(campaigns.world, { connectionId })
  await setVariables()
  const { id } = await campaigns.start(fields({ contactListId: await campaigns.addList(50, 100) }))
  await campaigns.pass(0)
  await deliver(new ChannelError('refused', '132015 Template is Paused'))
  await campaigns.pass(5, { step: 1, sends: false })
  expect(await campaigns.find(id)).toMatchObject({ status: 'CANCELADA', stopReason: 'template', failedCount: 1 })
})

test('repeats for the failed ones with the same templates', async () => {
  addTemplate(campaigns.world, { connectionId })
  await setVariables()
  const { id } = await campaigns.start(fields())
  await campaigns.pass(3, { step: 1, sends: false })
  await deliver(new ChannelError('refused', '131026 Message undeliverable'))
  await campaigns.pass(60, { sends: false })
  const again = (await campaigns.ana.post(`/campaigns/${id}/retry`)).body
  expect([again.status, again.templates]).toEqual(['INATIVA', { message1: retorno }])
  await campaigns.ana.post(`/campaigns/${again.id}/start`)
  await campaigns.pass(5, { step: 1, sends: false })
  expect((await deliver()).map(({ to }) => to.value)).toEqual([campaigns.phoneOf(0)])
})

test('starts as many conversations a day as Meta allows the number', async () => {
  addTemplate(campaigns.world, { connectionId })
  await setVariables()
  const { sqlite } = campaigns.world.ctx(1).company
  sqlite.run("UPDATE cloud_account SET tier = 'TIER_50'")
  const people = await campaigns.addList(60, 100)
  const { id } = await campaigns.start(fields({ contactListId: people }))
  const passDay = async () => {
    for (let round = 0; round < 6; round++) {
      await campaigns.pass(25, { step: 1, sends: false })
      await deliver()
    }
    return [campaigns.sent().length, (await campaigns.find(id)).waitReason as string]
  }
  expect(await passDay()).toEqual([50, 'budget'])
  campaigns.world.setTime(new Date(campaigns.at().getTime() + 86_400_000))
  expect((await passDay())[0]).toBe(60)
})

test('of several templates, only the messages whose template has a file keep a copy of it', async () => {
  const image = [
    { type: 'HEADER', format: 'IMAGE' },
    { type: 'BODY', text: 'Oferta' },
  ]
  addTemplate(campaigns.world, { connectionId })
  addTemplate(campaigns.world, { connectionId, name: 'oferta', components: image })
  await setVariables()
  const form = formOf({ file: new File([dot], 'oferta.png', { type: 'image/png' }) })
  const { mediaPath } = (await campaigns.ana.post('/campaigns/media-upload', form)).body
  const oferta = { name: 'oferta', language: 'pt_BR', values: {} }
  const contactListId = await campaigns.addList(12, 100)
  await campaigns.start(fields({ contactListId, mediaPath, templates: { message1: retorno, message2: oferta } }))
  await campaigns.pass(20, { step: 1, sends: false })
  expect(campaigns.sent()).toHaveLength(12)
  const { sqlite } = campaigns.world.ctx(1).company
  const { n } = sqlite.query("SELECT count(*) AS n FROM message WHERE body LIKE '%Oferta%'").get() as { n: number }
  const { keys, unrecorded } = storedFiles(campaigns.world)
  // One is the campaign's own.
  expect([keys.length, unrecorded]).toEqual([1 + n, []])
})
