import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createContact } from '../../contact/contact.commands'
import { dot } from '../../testing/media/dot'
import { createFakeChannel } from '../../testing/conversation/fake-channel'
import { listMessageRows, setSetting } from '../../testing/conversation/conversation'
import { addTemplate, addTemplateConnection } from '../../testing/campaign/templates'
import { addTicket } from '../../testing/conversation/tickets'
import { type Caller, createWorld, type World } from '../../testing/world/world'
import { sendOutbox } from '../outbox/send-outbox'

const values = { 'header:1': '77', 'body:1': '{{firstName}}', 'body:2': 'amanhã', 'button:1': '77' }
const retorno = { name: 'retorno', language: 'pt_BR', values }

let world: World
let connectionId = 0
let ticketId = 0
let bruno: Caller
beforeEach(async () => {
  world = await createWorld({ now: new Date('2026-11-20T15:00:00Z') })
  connectionId = addTemplateConnection(world)
  const contactId = createContact(world.ctx(1), { name: 'Rita Lima', number: '5511955554444', email: '' })
  ticketId = addTicket(world.ctx(1), { contactId, connectionId, channel: 'whatsappapi', status: 'open', userId: 2 }).id
  bruno = await world.as(world.bruno)
})
afterEach(() => world.stop())

const send = (body: object) => bruno.post(`/messages/${ticketId}`, body)
const fieldsOf = async (body: object) => (await send(body)).body.fields as unknown

test('sends a template to a contact who never wrote; the conversation shows the filled text', async () => {
  addTemplate(world, { connectionId })
  expect((await send({ body: 'Olá' })).body.error).toBe('ERR_CHANNEL_CANNOT')
  const { body, status } = await send({ template: retorno, clientId: 'client-0001' })
  expect([status, body.messages[0].body]).toEqual([
    200,
    '*Pedido 77*\n\nOlá Rita, o pedido chega amanhã.\n\nCasa Aurora',
  ])
  expect(body.messages[0].dataJson.buttons).toMatchObject([
    { buttonText: { displayText: 'Obrigado' } },
    { buttonText: { displayText: 'Acompanhar' } },
  ])
  // A repeated request is the same message.
  expect((await send({ template: retorno, clientId: 'client-0001' })).body.messages[0].id).toBe(body.messages[0].id)
  const { channel, calls } = createFakeChannel()
  await sendOutbox(() => world.ctx(1), connectionId, channel, { wait: async () => {} })
  expect(calls).toMatchObject([
    {
      name: 'send',
      args: [
        {
          to: { kind: 'phone', value: '5511955554444' },
          content: {
            kind: 'template',
            name: 'retorno',
            language: 'pt_BR',
            components: [
              { type: 'header', parameters: [{ text: '77' }] },
              { type: 'body', parameters: [{ text: 'Rita' }, { text: 'amanhã' }] },
              { type: 'button', sub_type: 'url', index: '1', parameters: [{ text: '77' }] },
            ],
          },
        },
      ],
    },
  ])
})

test('names what is missing, too long or not accepted', async () => {
  addTemplate(world, { connectionId })
  addTemplate(world, { connectionId, name: 'parado', status: 'PAUSED' })
  addTemplate(world, { connectionId, name: 'senha', components: [{ type: 'BODY', text: 'x' }, { type: 'CAROUSEL' }] })
  addTemplate(world, { connectionId: 1, name: 'outra_conexao' })
  const given = { ...values, 'body:2': ' \n', 'header:1': 'x'.repeat(61) }
  expect(await fieldsOf({ template: { ...retorno, values: given } })).toEqual({
    'values.header:1': 'tooLong',
    'values.body:2': 'required',
  })
  expect(await fieldsOf({ template: { ...retorno, values: { ...values, 'body:1': 'Oi {{nada}}' } } })).toEqual({
    'values.body:1': 'unknownVariable',
  })
  const fault = async (name: string) => fieldsOf({ template: { name, language: 'pt_BR' } })
  expect([await fault('nenhum'), await fault('parado'), await fault('senha'), await fault('outra_conexao')]).toEqual([
    { template: 'templateUnknown' },
    { template: 'templateNotApproved' },
    { template: 'templateUnsupported' },
    { template: 'templateUnknown' },
  ])
  expect(await fieldsOf({ template: { ...retorno, language: 'en' } })).toEqual({ template: 'templateUnknown' })
  expect((await send({ template: { ...retorno, values: { 'body:1': 7 } } })).status).toBe(400)
  expect((await send({ template: { ...retorno, name: '../x' } })).status).toBe(400)
  expect((await send({ template: retorno, isPrivate: true })).body.error).toBe('ERR_CHANNEL_CANNOT')
  expect(listMessageRows(world)).toEqual([])
})

test('refuses a template on a channel without templates', async () => {
  addTemplate(world, { connectionId: 1 })
  const other = addTicket(world.ctx(1), { contactId: 1, status: 'open', userId: 2 }).id
  expect((await bruno.post(`/messages/${other}`, { template: retorno })).body.error).toBe('ERR_CHANNEL_CANNOT')
})

test('sends the file of the header, and refuses another kind or none', async () => {
  const components = [
    { type: 'HEADER', format: 'IMAGE' },
    { type: 'BODY', text: 'Oferta para {{1}}' },
  ]
  addTemplate(world, { connectionId, name: 'oferta', components })
  const template = { name: 'oferta', language: 'pt_BR', values: { 'body:1': 'Rita' } }
  const withFile = (content: Uint8Array, name: string, type: string) => {
    const form = new FormData()
    form.set('template', JSON.stringify(template))
    form.append('medias', new File([content.slice()], name, { type }), name)
    return bruno.post(`/messages/${ticketId}`, form)
  }
  expect(await fieldsOf({ template })).toEqual({ medias: 'templateImage' })
  const text = new TextEncoder().encode('texto')
  expect((await withFile(text, 'a.txt', 'text/plain')).body.fields).toEqual({ medias: 'templateImage' })
  const { status, body } = await withFile(dot, 'foto.png', 'image/png')
  expect([status, body.messages[0].body, body.messages[0].mediaType]).toEqual([200, 'Oferta para Rita', 'image'])
  const { channel, calls } = createFakeChannel()
  await sendOutbox(() => world.ctx(1), connectionId, channel, { wait: async () => {} })
  expect(calls).toMatchObject([
    { args: [{ content: { kind: 'template', header: { format: 'image', file: { name: 'foto.png' } } } }] },
  ])
})

test('hides the values of a template where numbers are hidden', async () => {
  const components = [{ type: 'BODY', text: 'Seu número é {{1}}' }]
  addTemplate(world, { connectionId, name: 'numero', components })
  await send({ template: { name: 'numero', language: 'pt_BR', values: { 'body:1': '5511955554444' } } })
  setSetting(world, 'enableLGPD', 'enabled')
  setSetting(world, 'lgpdHideNumber', 'enabled')
  const { body } = await bruno.get(`/messages/${ticketId}`)
  expect(JSON.stringify(body)).not.toContain('955554444')
})

test('lists templates with their variables, to anyone of the company only', async () => {
  addTemplate(world, { connectionId })
  addTemplate(world, { connectionId, name: 'aviso', status: 'REJECTED', reason: 'INVALID_FORMAT' })
  const names = async (caller: Caller, query: string) =>
    (await caller.get(`/templates${query}`)).body.records.map(({ name }: { name: string }) => name)
  expect(await names(bruno, `?whatsappId=${connectionId}`)).toEqual(['aviso', 'retorno'])
  expect(await names(bruno, `?whatsappId=${connectionId}&usable=true`)).toEqual(['retorno'])
  expect(await names(bruno, '?searchParam=pedido chega&usable=true')).toEqual(['retorno'])
  expect(await names(await world.as(world.gina), '')).toEqual([])
  expect((await bruno.get('/templates?whatsappId=99')).status).toBe(404)
  expect((await bruno.get('/templates')).body.records[1]).toMatchObject({
    isUsable: true,
    fileFormat: null,
    variables: [{ key: 'header:1' }, { key: 'body:1' }, { key: 'body:2' }, { key: 'button:1' }],
  })
})
