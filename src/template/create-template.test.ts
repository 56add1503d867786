import { expect, test } from 'bun:test'
import { addGraphAccount } from '../testing/campaign/templates'
import { fillTemplate } from './fill-template.contract'
import { templateTable } from './template.tables'
import { useTemplateWorld } from '../testing/campaign/template-world'

const start = Date.parse('2026-11-20T15:00:00Z')
const kit = useTemplateWorld(start)

const rows = () => kit.world.ctx(1).db.select().from(templateTable).all()

const given = {
  name: 'aviso_entrega',
  language: 'pt_BR',
  category: 'UTILITY',
  header: 'Pedido {{1}}',
  body: 'Olá {{1}}, chega {{2}}.',
  footer: 'Casa Aurora',
  buttons: [{ type: 'URL', text: 'Acompanhar', value: 'https://loja.example/p/{{1}}', example: '77' }],
  examples: { 'header:1': '77', 'body:1': 'Ana', 'body:2': 'amanhã' },
}

const formOf = (file: File) => {
  const form = new FormData()
  form.set('file', file)
  return form
}

test('submits every kind of button, and a header whose example is uploaded first', async () => {
  addGraphAccount(kit.world, kit.connectionId)
  const file = (type: string, size = 3000) => new File([new Uint8Array(size).fill(7)], 'exemplo', { type })
  const upload = (format: string, given: File) =>
    kit.ana.post(`/templates/file?whatsappId=${kit.connectionId}&format=${format}`, formOf(given))
  expect((await upload('IMAGE', file('image/gif'))).body.fields).toEqual({ headerHandle: 'templateImage' })
  expect((await upload('VIDEO', file('video/3gpp'))).body.fields).toEqual({ headerHandle: 'templateVideo' })
  expect((await upload('DOCUMENT', file('text/plain'))).body.fields).toEqual({ headerHandle: 'templatePdf' })
  expect((await upload('IMAGE', file('image/png', 0))).body.fields).toEqual({ headerHandle: 'empty' })
  const buttons = [
    { type: 'QUICK_REPLY', text: 'Quero' },
    { type: 'QUICK_REPLY', text: 'Agora não' },
    { type: 'URL', text: 'Abrir', value: 'https://loja.example/p/{{1}}', example: '77' },
    { type: 'PHONE_NUMBER', text: 'Ligar', value: '+55 (11) 4002-8922' },
    { type: 'COPY_CODE', example: 'VERAO25' },
  ]
  const examples = { 'body:1': 'Ana', 'body:2': 'amanhã' }
  for (const [headerFormat, type] of [
    ['IMAGE', 'image/jpeg'],
    ['VIDEO', 'video/mp4'],
    ['DOCUMENT', 'application/pdf'],
  ] as const) {
    const { handle: headerHandle } = (await upload(headerFormat, file(type))).body
    const name = `com_${headerFormat.toLowerCase()}`
    const media = { ...given, name, header: '', headerFormat, headerHandle, buttons, examples }
    const { status, body: created } = await kit.ana.post('/templates', { ...media, whatsappId: kit.connectionId })
    expect([status, created.fileFormat, created.fields]).toEqual([200, headerFormat.toLowerCase(), undefined])
    expect(kit.server.state.templates.at(-1)?.components).toMatchObject([
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
  const unknown = { ...given, header: '', headerFormat: 'IMAGE', headerHandle: '4:outro', whatsappId: kit.connectionId }
  expect((await kit.ana.post('/templates', unknown)).body.fields).toEqual({
    body: 'The header needs an example that was uploaded',
  })
  expect(
    (
      await (
        await kit.world.as(kit.world.gina)
      ).post(`/templates/file?whatsappId=${kit.connectionId}&format=IMAGE`, formOf(file('image/png')))
    ).status,
  ).toBe(404)
})

test('submits a one-time code, whose text is Meta’s, and sends the code to its button, too', async () => {
  addGraphAccount(kit.world, kit.connectionId)
  const code = { name: 'codigo', language: 'pt_BR', category: 'AUTHENTICATION', codeMinutes: 10 }
  expect((await kit.ana.post('/templates', { ...code, body: '', whatsappId: kit.connectionId })).body.status).toBe(
    'PENDING',
  )
  expect(kit.server.calls.at(-1)?.body['components']).toEqual([
    { type: 'BODY', add_security_recommendation: true },
    { type: 'FOOTER', code_expiration_minutes: 10 },
    { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE' }] },
  ])
  await kit.world.runJobs(1)
  const { records } = (await kit.ana.get(`/templates?whatsappId=${kit.connectionId}`)).body
  expect(records).toMatchObject([{ isSupported: true, variables: [{ key: 'body:1' }] }])
  const filled = fillTemplate(rows()[0]?.components ?? [], { 'body:1': '4711' })
  expect(filled.errors).toEqual({})
  expect(filled).toMatchObject({
    components: [
      { type: 'body', parameters: [{ type: 'text', text: '4711' }] },
      { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: '4711' }] },
    ],
  })
})
