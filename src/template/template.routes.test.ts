import { expect, test } from 'bun:test'
import { graphPhone } from '../testing/services/graph-server/start-graph-server'
import { addGraphAccount, addTemplate } from '../testing/campaign/templates'
import { noteProviderNotice } from '../connection/inbox/provider-notice'
import { templateTable } from './template.tables'
import type { Caller } from '../testing/world/world'
import { useTemplateWorld } from '../testing/campaign/template-world'

const start = Date.parse('2026-11-20T15:00:00Z')
const minuteMs = 60_000
const kit = useTemplateWorld(start)

const body = (text: string) => [{ type: 'BODY', text }]
const rows = () => kit.world.ctx(1).db.select().from(templateTable).all()
const names = () =>
  rows()
    .map(({ name, status }) => `${name} ${status}`)
    .toSorted()
const reads = () => kit.server.calls.filter(({ line }) => line.endsWith('/message_templates')).length

test('reads all pages when the connection connects, and what changed an hour later', async () => {
  for (let index = 0; index < 250; index++) {
    kit.server.addTemplate({ name: `modelo_${index}`, components: body(`Olá {{1}}, ${index}`) })
  }
  addGraphAccount(kit.world, kit.connectionId)
  await kit.world.runJobs(1)
  expect([rows().length, reads()]).toEqual([250, 3])
  expect(rows()[7]).toMatchObject({ name: 'modelo_7', language: 'pt_BR', status: 'APPROVED', quality: 'GREEN' })
  const [first] = kit.server.state.templates
  Object.assign(first ?? {}, { status: 'PAUSED' })
  kit.server.state.templates.pop()
  await kit.world.runJobs(1)
  expect(reads()).toBe(3)
  kit.world.setTime(new Date(start + 61 * minuteMs))
  kit.world.published.length = 0
  await kit.world.runJobs(1)
  expect([rows().length, rows()[0]?.status, reads()]).toEqual([249, 'PAUSED', 6])
  const events = kit.world.published.filter(({ event }) => event === 'company-1-templates')
  expect(events.map(({ data }) => data)).toEqual([{ action: 'reload', whatsappId: kit.connectionId }])
  kit.world.setTime(new Date(start + 122 * minuteMs))
  kit.world.published.length = 0
  await kit.world.runJobs(1)
  expect(kit.world.published.filter(({ event }) => event === 'company-1-templates')).toEqual([])
})

test('keeps what is known when Meta refuses or does not answer, and says why', async () => {
  kit.server.addTemplate({ name: 'retorno', components: body('Olá') })
  addGraphAccount(kit.world, kit.connectionId)
  await kit.world.runJobs(1)
  kit.server.fail({ status: 400, code: 100, message: 'Invalid parameter', details: 'Missing permission' })
  const refused = await kit.ana.post('/templates/sync', { whatsappId: kit.connectionId })
  expect(refused.body).toEqual({
    whatsappId: kit.connectionId,
    syncedAt: new Date(start).toISOString(),
    error: 'Missing permission',
  })
  kit.server.fail({ nonsense: true })
  await kit.ana.post('/templates/sync', { whatsappId: kit.connectionId })
  expect(names()).toEqual(['retorno APPROVED'])
  kit.server.recover()
  kit.server.addTemplate({ name: 'novo', components: body('Oi') })
  expect((await kit.ana.post('/templates/sync', { whatsappId: kit.connectionId })).body.error).toBe('')
  expect(names()).toEqual(['novo APPROVED', 'retorno APPROVED'])
})

test('skips what is not a template, and templates with strange components', async () => {
  addGraphAccount(kit.world, kit.connectionId)
  kit.server.addTemplate({ name: 'bom', components: body('Olá') })
  kit.server.addTemplate({ name: 'sem_componentes', components: 'x' as never })
  kit.server.addTemplate({ name: 'grande', components: body('x'.repeat(70_000)) })
  kit.server.addTemplate({ name: 'estranho', components: [null, 7, { type: 'BODY', text: 'Oi' }] as never })
  await kit.world.runJobs(1)
  expect(names()).toEqual(['bom APPROVED', 'estranho APPROVED'])
})

test('a template that Meta rejected disappears from what can be sent at once, and an unknown one is read', async () => {
  kit.server.addTemplate({ name: 'retorno', components: body('Olá') })
  addGraphAccount(kit.world, kit.connectionId)
  await kit.world.runJobs(1)
  const [known] = rows()
  const usable = async () =>
    (await kit.ana.get(`/templates?whatsappId=${kit.connectionId}&usable=true`)).body.count as number
  expect(await usable()).toBe(1)
  const { businessAccountId } = graphPhone
  const report = (topic: string, value: object) =>
    noteProviderNotice(kit.world.ctx(1), kit.connectionId, {
      topic: `message_template_${topic}_update`,
      businessAccountId,
      value: { message_template_id: known?.providerId, ...value },
    })
  report('status', { event: 'REJECTED', reason: 'INVALID_FORMAT' })
  expect(await usable()).toBe(0)
  expect(rows()[0]).toMatchObject({ status: 'REJECTED', reason: 'INVALID_FORMAT' })
  report('status', { event: 'REINSTATED', reason: 'NONE' })
  expect(rows()[0]).toMatchObject({ status: 'APPROVED', reason: '' })
  report('status', { event: 'FLAGGED' })
  expect(rows()[0]).toMatchObject({ status: 'APPROVED' })
  report('status', { event: 'LOCKED', other_info: { title: 'FIRST_PAUSE', description: 'Paused for 3 hours.' } })
  report('status', { event: { evil: true } })
  report('quality', { new_quality_score: 'RED' })
  expect(rows()[0]).toMatchObject({ status: 'APPROVED', quality: 'RED' })
  kit.server.addTemplate({ name: 'novo', components: body('Oi') })
  report('status', { message_template_id: '1', event: 'APPROVED' })
  await kit.world.runJobs(1)
  expect(names()).toContain('novo APPROVED')
})

// "template_category_update webhook reference", developers.facebook.com, updated November 11, 2025;
// "message_template_status_update webhook reference", updated May 21, 2026; the components' webhook is from memory.
test.each([
  ['template_category_update', { previous_category: 'UTILITY', new_category: 'MARKETING' }, { category: 'MARKETING' }],
  ['template_category_update', { correct_category: 'MARKETING', new_category: 'UTILITY' }, { category: 'UTILITY' }],
  [
    'message_template_components_update',
    { message_template_name: 'retorno', message_template_element: 'Olá de novo' },
    { components: body('Olá de novo') },
  ],
  ['message_template_status_update', { event: 'LOCKED', reason: null }, { status: 'PAUSED' }],
  ['message_template_status_update', { event: 'UNARCHIVED', reason: 'NONE' }, { status: 'APPROVED' }],
  ['template_correct_category_detection', { category: 'UTILITY', correct_category: 'MARKETING' }, {}],
])('%s reads all templates once', async (topic, value, changed: object) => {
  kit.server.addTemplate({ name: 'retorno', components: body('Olá') })
  addGraphAccount(kit.world, kit.connectionId)
  await kit.world.runJobs(1)
  Object.assign(kit.server.state.templates[0] ?? {}, changed)
  const [known] = rows()
  const { businessAccountId } = graphPhone
  for (let times = 0; times < 5; times++) {
    noteProviderNotice(kit.world.ctx(1), kit.connectionId, {
      topic,
      businessAccountId,
      value: { message_template_id: Number(known?.providerId), message_template_language: 'pt_BR', ...value },
    })
  }
  const before = reads()
  await kit.world.runJobs(1)
  expect([reads() - before, rows()]).toMatchObject([1, [{ name: 'retorno', status: 'APPROVED', ...changed }]])
})

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

test('submits a template with its examples, and shows it as pending', async () => {
  addGraphAccount(kit.world, kit.connectionId)
  const { status, body: created } = await kit.ana.post('/templates', { ...given, whatsappId: kit.connectionId })
  expect([status, created.status, created.isUsable]).toEqual([200, 'PENDING', false])
  expect(kit.server.calls.at(-1)).toMatchObject({
    line: `POST /${graphPhone.businessAccountId}/message_templates`,
    body: {
      name: 'aviso_entrega',
      category: 'UTILITY',
      components: [
        { type: 'HEADER', format: 'TEXT', text: 'Pedido {{1}}', example: { header_text: ['77'] } },
        { type: 'BODY', example: { body_text: [['Ana', 'amanhã']] } },
        { type: 'FOOTER', text: 'Casa Aurora' },
        { type: 'BUTTONS', buttons: [{ type: 'URL', example: ['https://loja.example/p/77'] }] },
      ],
    },
  })
  const again = await kit.ana.post('/templates', { ...given, whatsappId: kit.connectionId })
  expect([again.status, again.body.fields]).toEqual([
    400,
    { name: 'There is already content in this language for this template' },
  ])
  const named = {
    ...given,
    name: 'com_nome',
    body: 'Olá {{cliente}}',
    header: '',
    buttons: [{ type: 'URL', text: 'Ver', value: 'https://loja.example/' }],
  }
  const examples = { 'body:cliente': 'Ana' }
  await kit.ana.post('/templates', { ...named, whatsappId: kit.connectionId, examples })
  expect(kit.server.calls.at(-1)?.body).toMatchObject({
    parameter_format: 'NAMED',
    components: [
      { example: { body_text_named_params: [{ param_name: 'cliente', example: 'Ana' }] } },
      { type: 'FOOTER' },
      // A fixed address has no example.
      { buttons: [expect.not.objectContaining({ example: expect.anything() })] },
    ],
  })
})

test('refuses a template that Meta would refuse, at its field', async () => {
  addGraphAccount(kit.world, kit.connectionId)
  const fieldsOf = async (change: object) =>
    (await kit.ana.post('/templates', { ...given, whatsappId: kit.connectionId, ...change })).body.fields as unknown
  expect(await fieldsOf({ name: 'Aviso Entrega' })).toEqual({ name: 'templateName' })
  expect(await fieldsOf({ body: '' })).toMatchObject({ body: 'required' })
  expect(await fieldsOf({ body: 'x'.repeat(1025) })).toMatchObject({ body: 'tooLong' })
  expect(await fieldsOf({ examples: {} })).toMatchObject({ 'examples.body:2': 'required' })
  expect(await fieldsOf({ body: 'Olá {{1}} {{3}}', examples: { ...given.examples, 'body:3': 'x' } })).toEqual({
    body: 'templateOrder',
  })
  expect(await fieldsOf({ body: 'Olá {{nome}}', examples: { ...given.examples, 'body:nome': 'x' } })).toEqual({
    body: 'templateOrder',
  })
  const ofButtons = (...buttons: { type: string; text?: string; value?: string; example?: string }[]) =>
    fieldsOf({ buttons })
  const [reply, call] = [
    { type: 'QUICK_REPLY', text: 'Sim' },
    { type: 'PHONE_NUMBER', text: 'Ligar', value: '+55 11 4002-8922' },
  ]
  const address = { type: 'URL', text: 'Abrir' }
  expect(await ofButtons({ ...address, value: 'javascript:alert(1)' })).toEqual({ 'buttons.0.value': 'url' })
  expect(await ofButtons(address)).toEqual({ 'buttons.0.value': 'required' })
  const ending = { ...address, value: 'https://loja.example/{{1}}' }
  const coupon = { type: 'COPY_CODE', example: 'MAIS-DE-QUINZE-LETRAS' }
  expect(await ofButtons({ ...ending, example: '77' }, ending, coupon)).toEqual({
    'buttons.1.example': 'required',
    'buttons.2.example': 'tooLong',
  })
  expect(await ofButtons({ ...reply, example: 'x' })).toEqual({ 'buttons.0.example': 'invalid' })
  expect(await ofButtons(reply, call, reply)).toEqual({ 'buttons.2.type': 'templateReplies' })
  expect(await ofButtons(call, call)).toEqual({ 'buttons.1.type': 'templateButtons' })
  expect(await ofButtons({ ...call, value: '190' })).toEqual({ 'buttons.0.value': 'phoneLength' })
  expect(await ofButtons({ type: 'QUICK_REPLY' })).toEqual({ 'buttons.0.text': 'required' })
  expect(await ofButtons({ type: 'COPY_CODE', text: 'Copiar', example: 'X' })).toEqual({
    'buttons.0.text': 'templateCoupon',
  })
  expect(await fieldsOf({ buttons: Array(11).fill(reply) })).toEqual({ buttons: 'tooMany' })
  expect(await fieldsOf({ headerFormat: 'IMAGE' })).toMatchObject({
    header: 'templateFileOnly',
    headerHandle: 'required',
  })
  expect(await fieldsOf({ category: 'AUTHENTICATION' })).toEqual({
    header: 'templateCode',
    body: 'templateCode',
    footer: 'templateCode',
    buttons: 'templateCode',
  })
  expect(await fieldsOf({ buttonUrl: 'https://loja.example' })).toEqual({ buttonUrl: expect.any(String) })
  expect(await fieldsOf({ buttons: [{ ...reply, url: 'x' }] })).toEqual({ 'buttons.0.url': expect.any(String) })
  kit.server.fail({ status: 400, code: 100, message: 'Invalid parameter', details: 'Variables cannot end the text' })
  expect(await fieldsOf({})).toEqual({ body: 'Variables cannot end the text' })
  await kit.server.stop()
  expect(await fieldsOf({})).toEqual({ body: 'metaUnreachable' })
  expect(rows()).toEqual([])
})

test('deletes a template at Meta first', async () => {
  kit.server.addTemplate({ name: 'retorno', components: body('Olá') })
  addGraphAccount(kit.world, kit.connectionId)
  await kit.world.runJobs(1)
  const id = rows()[0]?.id ?? 0
  kit.server.fail({ status: 500, code: 131000, message: 'Something went wrong' })
  expect((await kit.ana.delete(`/templates/${id}`)).body.fields).toEqual({ name: 'Something went wrong' })
  expect(rows()).toHaveLength(1)
  kit.server.recover()
  expect((await kit.ana.delete(`/templates/${id}`)).body).toEqual({ ok: true })
  expect([rows(), kit.server.state.templates]).toEqual([[], []])
  expect((await kit.ana.delete(`/templates/${id}`)).status).toBe(404)
})

test('deleting what Meta no longer has removes it', async () => {
  kit.server.addTemplate({ name: 'retorno', components: body('Olá') })
  kit.server.addTemplate({ name: 'retorno', language: 'en', components: body('Hi') })
  addGraphAccount(kit.world, kit.connectionId)
  await kit.world.runJobs(1)
  const [first, second] = rows()
  kit.server.state.templates.shift()
  expect((await kit.ana.delete(`/templates/${first?.id}`)).body).toEqual({ ok: true })
  kit.server.fail({ status: 400, code: 100, message: 'Invalid parameter', details: 'Cannot delete', times: 1 })
  expect((await kit.ana.delete(`/templates/${second?.id}`)).body.fields).toEqual({ name: 'Cannot delete' })
  expect(rows().map(({ language }) => language)).toEqual(['en'])
})

test('only those who manage connections change templates, of their own company', async () => {
  addGraphAccount(kit.world, kit.connectionId)
  const { id } = addTemplate(kit.world, { connectionId: kit.connectionId })
  const attempts = async (caller: Caller) => [
    (await caller.post('/templates', { ...given, whatsappId: kit.connectionId })).status,
    (await caller.post('/templates/sync', { whatsappId: kit.connectionId })).status,
    (await caller.get(`/templates/sync?whatsappId=${kit.connectionId}`)).status,
    (await caller.delete(`/templates/${id}`)).status,
  ]
  expect(await attempts(await kit.world.as(kit.world.bruno))).toEqual([403, 403, 403, 403])
  expect(await attempts(await kit.world.as(kit.world.gina))).toEqual([404, 404, 404, 404])
  expect((await kit.ana.post('/templates/sync', { whatsappId: 1 })).body.error).toBe('ERR_CHANNEL_CANNOT')
  expect(kit.server.calls).toEqual([])
})
