import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type GraphServer, startGraphServer } from '../testing/services/graph-server/start-graph-server'
import { addGraphAccount, addTemplateConnection } from '../testing/campaign/templates'
import { type Caller, createWorld, type World } from '../testing/world/world'
import { fillTemplate } from './fill-template.contract'
import { templateTable } from './template.tables'

const start = Date.parse('2026-11-20T15:00:00Z')

let server: GraphServer
let world: World
let ana: Caller
let connectionId = 0
beforeEach(async () => {
  server = await startGraphServer()
  world = await createWorld({ now: new Date(start), environment: server.environment })
  ana = await world.as(world.ana)
  connectionId = addTemplateConnection(world)
})
afterEach(async () => {
  world.stop()
  await server.stop()
})

const rows = () => world.ctx(1).db.select().from(templateTable).all()

const given = {
  name: 'aviso_entrega',
  language: 'pt_BR',
  category: 'UTILITY',
  header: 'Pedido {{1}}',
  body: 'Olá {{1}}, chega {{2}}.',
  footer: 'Casa Aurora',
  buttons: [{ type: 'URL', text: 'Acompanhar', value: 'https://loja.example/p/{{1}}' }],
  examples: { 'header:1': '77', 'body:1': 'Ana', 'body:2': 'amanhã', 'button:0': '77' },
}

const formOf = (file: File) => {
  const form = new FormData()
  form.set('file', file)
  return form
}

test('submits every kind of button, and a header whose example is uploaded first', async () => {
  addGraphAccount(world, connectionId)
  const file = (type: string, size = 3000) => new File([new Uint8Array(size).fill(7)], 'exemplo', { type })
  const upload = (format: string, given: File) =>
    ana.post(`/templates/file?whatsappId=${connectionId}&format=${format}`, formOf(given))
  expect((await upload('IMAGE', file('image/gif'))).body.fields).toEqual({ headerHandle: 'templateImage' })
  expect((await upload('VIDEO', file('video/3gpp'))).body.fields).toEqual({ headerHandle: 'templateVideo' })
  expect((await upload('DOCUMENT', file('text/plain'))).body.fields).toEqual({ headerHandle: 'templatePdf' })
  expect((await upload('IMAGE', file('image/png', 0))).body.fields).toEqual({ headerHandle: 'empty' })
  const buttons = [
    { type: 'QUICK_REPLY', text: 'Quero' },
    { type: 'QUICK_REPLY', text: 'Agora não' },
    { type: 'URL', text: 'Abrir', value: 'https://loja.example/p/{{1}}' },
    { type: 'PHONE_NUMBER', text: 'Ligar', value: '+55 (11) 4002-8922' },
    { type: 'COPY_CODE' },
  ]
  const examples = { 'body:1': 'Ana', 'body:2': 'amanhã', 'button:2': '77', 'button:4': 'VERAO25' }
  for (const [headerFormat, type] of [
    ['IMAGE', 'image/jpeg'],
    ['VIDEO', 'video/mp4'],
    ['DOCUMENT', 'application/pdf'],
  ] as const) {
    const { handle: headerHandle } = (await upload(headerFormat, file(type))).body
    const name = `com_${headerFormat.toLowerCase()}`
    const media = { ...given, name, header: '', headerFormat, headerHandle, buttons, examples }
    const { status, body: created } = await ana.post('/templates', { ...media, whatsappId: connectionId })
    expect([status, created.fileFormat, created.fields]).toEqual([200, headerFormat.toLowerCase(), undefined])
    expect(server.state.templates.at(-1)?.components).toMatchObject([
      { type: 'HEADER', format: headerFormat, example: { header_handle: [headerHandle] } },
      { type: 'BODY' },
      { type: 'FOOTER' },
      {
        buttons: [
          { type: 'QUICK_REPLY', text: 'Quero' },
          { type: 'QUICK_REPLY', text: 'Agora não' },
          { type: 'URL', example: ['https://loja.example/p/77'] },
          { type: 'PHONE_NUMBER', text: 'Ligar', phone_number: '+551140028922' },
          { type: 'COPY_CODE', example: 'VERAO25' },
        ],
      },
    ])
  }
  const unknown = { ...given, header: '', headerFormat: 'IMAGE', headerHandle: '4:outro', whatsappId: connectionId }
  expect((await ana.post('/templates', unknown)).body.fields).toEqual({
    body: 'The header needs an example that was uploaded',
  })
  expect(
    (
      await (
        await world.as(world.gina)
      ).post(`/templates/file?whatsappId=${connectionId}&format=IMAGE`, formOf(file('image/png')))
    ).status,
  ).toBe(404)
})

test('submits a one-time code, whose text is Meta’s, and sends the code to its button, too', async () => {
  addGraphAccount(world, connectionId)
  const code = { name: 'codigo', language: 'pt_BR', category: 'AUTHENTICATION', codeMinutes: 10 }
  expect((await ana.post('/templates', { ...code, body: '', whatsappId: connectionId })).body.status).toBe('PENDING')
  expect(server.calls.at(-1)?.body['components']).toEqual([
    { type: 'BODY', add_security_recommendation: true },
    { type: 'FOOTER', code_expiration_minutes: 10 },
    { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE' }] },
  ])
  await world.runJobs(1)
  const { records } = (await ana.get(`/templates?whatsappId=${connectionId}`)).body
  expect(records).toMatchObject([{ isSupported: true, variables: [{ key: 'body:1' }] }])
  expect(fillTemplate(rows()[0]?.components ?? [], { 'body:1': '4711' })).toMatchObject({
    errors: {},
    components: [
      { type: 'body', parameters: [{ type: 'text', text: '4711' }] },
      { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: '4711' }] },
    ],
  })
})
