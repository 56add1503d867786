import { afterEach, beforeEach, expect, test } from 'bun:test'
import { getConnection } from '../connection/connection.queries'
import { interpretInbound } from '../message/inbound/interpret-inbound'
import { sendOutbox } from '../message/outbox/send-outbox'
import { noteTemplateChange } from '../template/change-templates'
import { createFakeChannel } from '../testing/conversation/fake-channel'
import { messageEvent } from '../testing/conversation/inbound'
import { setSetting } from '../testing/conversation/conversation'
import { addTemplate, addTemplateConnection } from '../testing/campaign/templates'
import { addContact } from '../testing/conversation/tickets'
import { type Caller, createWorld, type World } from '../testing/world/world'

const start = Date.parse('2026-11-20T15:00:00Z')
const values = { 'header:1': '77', 'body:1': '{{firstName}}', 'body:2': 'amanhã', 'button:1': '77' }
const retorno = { name: 'retorno', language: 'pt_BR', values }

let world: World
let ana: Caller
let connectionId = 0
let contactId = 0
beforeEach(async () => {
  world = await createWorld({ now: new Date(start) })
  ana = await world.as(world.ana)
  connectionId = addTemplateConnection(world)
  contactId = addContact(world.ctx(1), 'Rita Lima', '5511955554444')
})
afterEach(() => world.stop())

const body = (more: object = {}) => ({
  contactId,
  whatsappId: connectionId,
  sendAt: new Date(start + 3_600_000).toISOString(),
  body: '',
  template: retorno,
  ...more,
})

async function passHour() {
  world.setTime(new Date(start + 3_601_000))
  await world.runJobs(1)
  const { channel, calls } = createFakeChannel()
  await sendOutbox(() => world.ctx(1), connectionId, channel, { wait: async () => {} })
  return calls.flatMap((call) => (call.name === 'send' ? [call.args[0].content] : []))
}

const write = () =>
  interpretInbound(world.ctx(1), getConnection(world.ctx(1), connectionId), [
    messageEvent({ phone: '5511955554444', text: 'Oi', atMs: start }),
  ])

test('sends the template to a contact who never wrote, with the contact’s variables', async () => {
  addTemplate(world, { connectionId })
  const saved = await ana.post('/schedules', body({ body: 'Olá {{firstName}}, seu pedido chegou' }))
  expect([saved.status, saved.body.template]).toEqual([200, retorno])
  expect(await passHour()).toMatchObject([
    { kind: 'template', name: 'retorno', components: [{}, { parameters: [{ text: 'Rita' }, { text: 'amanhã' }] }, {}] },
  ])
  expect((await ana.get(`/schedules/${saved.body.id}`)).body.status).toBe('ENVIADA')
})

test('sends the text while the contact’s window is open, and the template where there is no text', async () => {
  addTemplate(world, { connectionId })
  write()
  await ana.post('/schedules', body({ body: 'Olá {{firstName}}' }))
  await ana.post('/schedules', body())
  expect(await passHour()).toMatchObject([
    { kind: 'text', text: 'Olá Rita' },
    { kind: 'template', name: 'retorno' },
  ])
})

test('refuses at its field what cannot be sent, and keeps the template when something else changes', async () => {
  addTemplate(world, { connectionId })
  const fields = async (more: object) => (await ana.post('/schedules', body(more))).body.fields as unknown
  expect(await fields({ whatsappId: 1 })).toEqual({ template: 'templateUnknown' })
  expect(await fields({ whatsappId: null })).toEqual({ template: 'templateUnknown' })
  expect(await fields({ template: { ...retorno, name: 'nenhum' } })).toEqual({ template: 'templateUnknown' })
  expect(await fields({ template: { ...retorno, values: { ...values, 'body:2': '\n' } } })).toEqual({
    'template.values.body:2': 'required',
  })
  expect(await fields({ template: { ...retorno, values: { ...values, 'body:2': '{{nada}}' } } })).toEqual({
    'template.values.body:2': 'unknownVariable',
  })
  expect(await fields({ template: null })).toEqual({ body: 'required' })
  const { id } = (await ana.post('/schedules', body())).body
  expect((await ana.put(`/schedules/${id}`, { assinar: true })).body.template).toEqual(retorno)
  expect((await ana.put(`/schedules/${id}`, { template: null })).body.fields).toEqual({ body: 'required' })
})

test('says why when Meta stopped the template meanwhile', async () => {
  const { providerId } = addTemplate(world, { connectionId })
  const { id } = (await ana.post('/schedules', body())).body
  noteTemplateChange(world.ctx(1), { connectionId, template: { providerId, status: 'PAUSED' } })
  expect(await passHour()).toEqual([])
  expect((await ana.get(`/schedules/${id}`)).body).toMatchObject({ status: 'ERRO', error: 'templateNotApproved' })
})

test('hides numbers in the values, and keeps them when a plain user saves', async () => {
  addTemplate(world, { connectionId })
  setSetting(world, 'enableLGPD', 'enabled')
  setSetting(world, 'lgpdHideNumber', 'enabled')
  const bruno = await world.as(world.bruno)
  const own = { ...retorno, values: { ...values, 'body:2': '5511955554444' } }
  const { id } = (await bruno.post('/schedules', body({ template: own }))).body
  const shown = (await bruno.get(`/schedules/${id}`)).body.template
  expect(JSON.stringify(shown)).not.toContain('955554444')
  await bruno.put(`/schedules/${id}`, { template: shown })
  expect((await ana.get(`/schedules/${id}`)).body.template).toEqual(own)
})
