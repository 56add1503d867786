import { afterAll, beforeAll, expect, test } from 'bun:test'
import { read, utils } from 'xlsx'
import { type Campaigns, createCampaigns } from '../testing/campaign/campaigns'
import { listMessageRows } from '../testing/conversation/conversation'
import { addConnection, setSession } from '../testing/conversation/connections'
import { formOf } from '../testing/world/form-of'

let campaigns: Campaigns
let listId: number
beforeAll(async () => {
  campaigns = await createCampaigns()
  listId = await campaigns.addList(3)
})
afterAll(() => campaigns.world.stop())

const fieldsOf = async (fields: object) => (await campaigns.create(fields)).fields
const inHours = (hours: number) => new Date(campaigns.at().getTime() + hours * 3_600_000).toISOString()

test('names invalid fields before scheduling', async () => {
  const ready = { contactListId: listId, scheduledAt: inHours(2) }
  expect(await fieldsOf({ name: 'x' })).toEqual({ name: 'tooShort' })
  expect(await fieldsOf({ whatsappId: null })).toEqual({ whatsappId: 'required' })
  expect(await fieldsOf({ whatsappId: 99 })).toEqual({ whatsappId: 'unknown' })
  expect(await fieldsOf({ userId: 2 })).toEqual({ queueId: 'required' })
  expect(await fieldsOf({ contactListId: 99 })).toEqual({ contactListId: 'unknown' })
  expect(await fieldsOf({ ...ready, contactListId: null })).toEqual({ contactListId: 'required' })
  expect(await fieldsOf({ ...ready, message1: ' ' })).toEqual({ message1: 'required' })
  expect(await fieldsOf({ ...ready, confirmation: true })).toEqual({ confirmationMessage1: 'required' })
  expect(await fieldsOf({ ...ready, scheduledAt: 'amanhã' })).toEqual({ scheduledAt: 'date' })
  expect(await fieldsOf({ ...ready, scheduledAt: '9999-01-01T10:00' })).toEqual({ scheduledAt: 'date' })
  expect(await fieldsOf({ message1: 'x'.repeat(65_537) })).toEqual({ message1: 'tooLong' })
  const tag = (await campaigns.ana.post('/tags', { name: 'Dois', kanban: false, color: '#112233' })).body.id
  expect(await fieldsOf({ contactListId: listId, tagListId: tag })).toEqual({ tagListId: 'onlyOneSource' })
  const lane = (await campaigns.ana.post('/tags', { name: 'Etapa', kanban: true, color: '#112233' })).body.id
  for (const tagListId of [99, lane]) expect(await fieldsOf({ tagListId })).toEqual({ tagListId: 'unknown' })
  expect(await fieldsOf({ queueId: 99 })).toEqual({ queueId: 'unknown' })
  expect(await fieldsOf({ queueId: 1, userId: 99 })).toEqual({ userId: 'unknown' })
  for (const [index, channel] of (['facebook', 'instagram'] as const).entries()) {
    addConnection(campaigns.world, { name: channel, channel })
    expect(await fieldsOf({ whatsappId: index + 2 })).toEqual({ whatsappId: 'noPhoneNumbers' })
  }
  expect((await campaigns.ana.get('/campaigns')).body.count).toBe(0)
  // A draft requires only name and connection.
  expect(await campaigns.create({ message1: '' })).toMatchObject({
    status: 'INATIVA',
    openTicket: 'disabled',
    statusTicket: 'closed',
  })
})

test('can be edited until an hour before its start, and deleted unless running', async () => {
  setSession(campaigns.world, 1, { status: 'DISCONNECTED' })
  const soon = await campaigns.create({ contactListId: listId, scheduledAt: inHours(2 / 3) })
  const later = await campaigns.create({ contactListId: listId, scheduledAt: inHours(2) })
  expect([soon.isEditable, later.isEditable]).toEqual([false, true])
  expect((await campaigns.ana.put(`/campaigns/${soon.id}`, { message1: 'Outra' })).body).toMatchObject({
    error: 'ERR_CAMPAIGN_STATUS',
    status: 'PROGRAMADA',
  })
  expect(
    (await campaigns.ana.put(`/campaigns/${later.id}`, { message1: 'Outra', scheduledAt: null })).body,
  ).toMatchObject({
    message1: 'Outra',
    status: 'INATIVA',
    scheduledAt: null,
  })
  const started = (await campaigns.ana.post(`/campaigns/${later.id}/start`)).body
  expect(started.status).toBe('EM_ANDAMENTO')
  expect((await campaigns.ana.post(`/campaigns/${later.id}/start`)).body.status).toBe('EM_ANDAMENTO')
  expect((await campaigns.ana.delete(`/campaigns/${later.id}`)).status).toBe(409)
  expect((await campaigns.ana.delete(`/contact-lists/${listId}`)).body).toMatchObject({
    error: 'ERR_CONTACT_LIST_IN_USE',
    campaign: 'Promoção',
  })
  expect((await campaigns.ana.post(`/campaigns/${later.id}/restart`)).status).toBe(200)
  await campaigns.ana.post(`/campaigns/${later.id}/cancel`)
  expect((await campaigns.ana.post(`/campaigns/${later.id}/start`)).body).toMatchObject({
    error: 'ERR_CAMPAIGN_STATUS',
    status: 'CANCELADA',
  })
  campaigns.world.published.length = 0
  for (const { id } of [soon, later]) expect((await campaigns.ana.delete(`/campaigns/${id}`)).status).toBe(200)
  expect(campaigns.world.published.map(({ event, topics, data }) => [event, topics, data['action']])).toEqual([
    ['company-1-campaign', ['1/admin'], 'delete'],
    ['company-1-campaign', ['1/admin'], 'delete'],
  ])
  await campaigns.pass(3 * 3600, { step: 600 })
  expect(campaigns.sent()).toEqual([])
  setSession(campaigns.world, 1, { status: 'CONNECTED' })
})

test('the preview counts the recipients, fills in their texts, and estimates the end', async () => {
  await campaigns.settings({
    messageInterval: 60,
    longerIntervalAfter: 0,
    variables: [{ key: 'desconto', value: '10%' }],
  })
  const { id } = (await campaigns.ana.post('/contact-lists', { name: 'Prévia' })).body
  const form = formOf({
    file: new File(
      ['Nome;Número;Cidade;Título\n{email} Rosa;5511911110001;Santos;\nBia;5511911110002;;Dra.\nLia;5511911110003'],
      'a.csv',
    ),
  })
  await campaigns.ana.post(`/contact-lists/${id}/upload`, form)
  for (let round = 0; round < 20; round++) await campaigns.world.runJobs(1)
  // Who receives no campaigns lacks no value either.
  await campaigns.ana.post('/suppressions', { number: '5511911110003' })
  const body = {
    message1: 'Oi {titulo} {nome} de {cidade}: {desconto}, {{ms}}, {email}. {outra}',
    contactListId: id,
    whatsappId: 1,
    scheduledAt: '2026-11-23T17:59:30',
    confirmation: false,
  }
  campaigns.world.setTime(new Date('2026-11-23T20:00:00Z'))
  expect((await campaigns.ana.post('/campaigns/preview', body)).body).toEqual({
    faults: {},
    contactList: { id, name: 'Prévia' },
    tagList: null,
    whatsapp: { id: 1, name: 'Acme WhatsApp', isOnline: true, isWarned: false },
    startsLater: true,
    recipients: 2,
    leftOut: [{ reason: 'suppressed', count: 1 }],
    startsAt: '2026-11-23T20:59:30.000Z',
    finishesAt: '2026-11-24T12:00:00.000Z',
    unknownVariables: ['email', 'outra'],
    missingValues: [
      { name: 'titulo', recipients: 1 },
      { name: 'cidade', recipients: 1 },
    ],
    messages: [
      { name: 'Bia', number: '5511911110002', text: 'Oi Dra. Bia de: 10%, Boa tarde.', confirmation: null },
      {
        name: '{email} Rosa',
        number: '5511911110001',
        confirmation: null,
        text: 'Oi {email} Rosa de Santos: 10%, Boa tarde.',
      },
    ].toReversed(),
  })
})

test('stores the campaign’s file, and gives each message its own copy', async () => {
  await campaigns.settings({ messageInterval: 0 })
  campaigns.world.setTime(new Date('2026-11-24T13:00:00Z'))
  const form = () => formOf({ file: new File(['%PDF-1.4 oferta'], 'oferta.pdf', { type: 'application/pdf' }) })
  const { mediaPath } = (await campaigns.ana.post('/campaigns/media-upload', form())).body
  const made = await campaigns.create({ message1: '', contactListId: listId, mediaPath })
  expect(made).toMatchObject({ mediaName: 'oferta.pdf', mediaPath })
  expect(await fieldsOf({ mediaPath })).toEqual({ mediaPath: 'unknown' })
  expect((await campaigns.ana.delete(`/campaigns/${made.id}/media-upload`)).body.mediaPath).toBeNull()
  expect((await campaigns.ana.post(`/campaigns/${made.id}/start`)).body.fields).toEqual({ message1: 'required' })
  expect((await campaigns.ana.post(`/campaigns/${made.id}/media-upload`, form())).body.mediaName).toBe('oferta.pdf')
  await campaigns.ana.post(`/campaigns/${made.id}/start`)
  await campaigns.pass(15)
  expect(await campaigns.find(made.id)).toMatchObject({ status: 'FINALIZADA', sentCount: 3 })
  const { sqlite } = campaigns.world.ctx(1).company
  expect(sqlite.query("SELECT count(*) AS n FROM media WHERE kind = 'message'").get()).toEqual({ n: 3 })
})

test('fills in the variables of every text, also of the ticket, and keeps columns and single braces', async () => {
  const { ana, world } = campaigns
  await campaigns.settings({ messageInterval: 0 })
  world.setTime(new Date('2026-11-24T13:00:00Z'))
  const { id } = (await ana.post('/contact-lists', { name: 'Colunas' })).body
  const file = new File(['Nome;Número;Queue\nRosa Lima;5511911110001;{{ticket_id}}'], 'a.csv')
  await ana.post(`/contact-lists/${id}/upload`, formOf({ file }))
  for (let round = 0; round < 3; round++) await world.runJobs(1)
  world.ctx(1).company.sqlite.run('UPDATE contact_list_item SET is_valid = 1 WHERE list_id = ?', [id])
  const message1 = '{nome}|{{firstName}}|{numero}|{{userName}}|{queue}|{{protocol}}|{{ticket_id}}|{{name_company}}'
  const ticket = { openTicket: 'enabled', statusTicket: 'open', queueId: 1, userId: 2 }
  const draft = await campaigns.create({ message1, contactListId: id, ...ticket })
  const preview = (await ana.post('/campaigns/preview', { ...draft, campaignId: draft.id })).body
  expect([preview.unknownVariables, preview.missingValues]).toEqual([[], []])
  const filled = (protocol: string, ticketId: string | number) =>
    `Rosa Lima|Rosa|5511911110001|Bruno Lima|{{ticket_id}}|${protocol}|${ticketId}|Acme`
  expect(preview.messages[0].text).toBe(filled('20261124…', '…'))
  await ana.post(`/campaigns/${draft.id}/start`)
  await campaigns.pass(30)
  const { ticketId } = listMessageRows(world).at(-1) ?? { ticketId: 0 }
  expect(campaigns.sent().at(-1)?.body).toBe(filled(`20261124${ticketId}`, ticketId))
  // Without a ticket of its own, it has neither a user nor a queue.
  const silent = { ...draft, openTicket: 'disabled', message1: '{{userName}} {{queue}} {{protocol}}' }
  const { body } = await ana.post('/campaigns/preview', { ...silent, contactListId: listId })
  expect(body.unknownVariables).toEqual(['userName', 'queue'])
})

test('pages, filters and exports the recipients of the report', async () => {
  const big = await campaigns.addList(130, 500)
  const { id } = await campaigns.start({ name: 'Grande', contactListId: big })
  while (!(await campaigns.find(id)).isExpanded) await campaigns.pass(5)
  const first = (await campaigns.ana.get(`/campaigns/${id}/recipients`)).body
  expect([first.records.length, first.hasMore, first.count]).toEqual([100, true, 130])
  for (const [page, length] of [
    ['pageNumber=2', 30],
    [`pageNumber=2&after=${first.records[99].id}`, 30],
    [`after=${first.records[29].id}`, 100],
  ]) {
    const { records, hasMore } = (await campaigns.ana.get(`/campaigns/${id}/recipients?${page}`)).body
    expect([records.length, hasMore]).toEqual([length, false])
  }
  const whole = (await campaigns.ana.get(`/campaigns/${id}?shipping=true&pageNumber=2`)).body
  expect([whole.shipping.length, whole.hasMore, whole.validCount]).toEqual([30, false, 130])
  expect((await campaigns.find(id)).shipping).toBeUndefined()
  await campaigns.start({ name: 'Outra', contactListId: await campaigns.addList(1, 629) })
  await campaigns.pass(5)
  const found = (await campaigns.ana.get(`/campaigns/${id}/recipients?searchParam=PESSÔA 629`)).body
  expect([found.records.length, found.hasMore, found.count]).toEqual([1, false, 1])
  const failed = (await campaigns.ana.get(`/campaigns/${id}/recipients?state=failed`)).body
  expect([failed.records, failed.count]).toEqual([[], 0])
  const answer = await campaigns.world.app.handle(
    new Request(`http://localhost/campaigns/${id}/file`, {
      headers: { authorization: `Bearer ${await campaigns.world.tokens.sign(campaigns.ana.session)}` },
    }),
  )
  const book = read(new Uint8Array(await answer.arrayBuffer()))
  const rows = utils.sheet_to_json<(string | number)[]>(Object.values(book.Sheets)[0] as never, { header: 1 })
  expect([rows.length, rows[0]?.slice(0, 3), rows.at(-1)?.slice(0, 2)]).toEqual([
    ...[131, ['Nome', 'Número', 'Situação'], ['Pessoa 629', Number(campaigns.phoneOf(629))]],
  ])
})

test('settings accept texts, keep omitted values, and refuse invalid ones', async () => {
  const read = async () =>
    Object.fromEntries(
      (await campaigns.ana.get('/campaign-settings')).body.map(({ key, value }: { key: string; value: string }) => [
        key,
        value,
      ]),
    )
  await campaigns.settings({ sabado: 'true', variables: '[{"key":"desconto","value":"5%"}]', messageInterval: '20' })
  expect(await read()).toMatchObject({
    messageInterval: '20',
    sabado: 'true',
    domingo: 'false',
    startHour: '09:00',
    endHour: '18:00',
    variables: '[{"key":"desconto","value":"5%"}]',
  })
  const refused = (
    await campaigns.settings({ messageInterval: -1, startHour: '25:00', variables: [{ key: 'a b', value: '' }] })
  ).body
  expect(refused.fields).toEqual({
    'settings.messageInterval': 'tooSmall',
    'settings.startHour': 'time',
    'settings.variables.0.key': 'campaignVariable',
  })
})

test('settings refuse variables that have no effect: a second one of the same name, and those of the product', async () => {
  const variables = ['loja', 'Nome', 'LOJÁ', 'hour', 'loja2'].map((key) => ({ key, value: 'x' }))
  expect((await campaigns.settings({ variables })).body.fields).toEqual({
    'settings.variables.1.key': 'variableReserved',
    'settings.variables.2.key': 'taken',
    'settings.variables.3.key': 'variableReserved',
  })
})

test('settings refuse phrases for opting out that have no effect, or that contacts use otherwise', async () => {
  const phrases = ['Chega!', 'Quero sair', 'ok', 'chegá', '?!', '7', 'bom dia', '', 'x'.repeat(61), '✋', 'me esquece']
  const save = (given: string[]) => campaigns.settings({ optOutPhrases: given.map((phrase) => ({ phrase })) })
  expect((await save(phrases)).body.fields).toEqual({
    'settings.optOutPhrases.1.phrase': 'optOutKnown',
    'settings.optOutPhrases.2.phrase': 'optOutAnswer',
    'settings.optOutPhrases.3.phrase': 'taken',
    'settings.optOutPhrases.4.phrase': 'optOutPhrase',
    'settings.optOutPhrases.5.phrase': 'optOutPhrase',
    'settings.optOutPhrases.6.phrase': 'optOutPhrase',
    'settings.optOutPhrases.7.phrase': 'required',
    'settings.optOutPhrases.8.phrase': 'tooLong',
  })
  expect((await save(Array.from({ length: 51 }, (_, index) => `frase ${index}`))).body.fields).toEqual({
    'settings.optOutPhrases': 'tooMany',
  })
  expect((await save(['Chega!', '✋'])).status).toBe(200)
})

test('adds and removes suppressed numbers by hand', async () => {
  const made = (await campaigns.ana.post('/suppressions', { name: 'Rosa', number: '(11) 98888-7777' })).body
  expect(made).toMatchObject({ number: '5511988887777', source: 'manual' })
  expect((await campaigns.ana.post('/suppressions', { number: '551188887777' })).body.fields).toEqual({
    number: 'duplicate',
  })
  expect((await campaigns.ana.get('/suppressions?searchParam=rosa')).body).toMatchObject({
    count: 1,
    records: [{ name: 'Rosa' }],
  })
  expect((await campaigns.ana.delete(`/suppressions/${made.id}`)).status).toBe(200)
  expect((await campaigns.ana.delete(`/suppressions/${made.id}`)).status).toBe(404)
})

test('campaigns are limited to the company’s admins and to the plan', async () => {
  const { id } = await campaigns.create({})
  const bruno = await campaigns.world.as(campaigns.world.bruno)
  const gina = await campaigns.world.as(campaigns.world.gina)
  const calls: [string, string, unknown?][] = [
    ['GET', '/campaigns'],
    ['POST', '/campaigns', { name: 'Nova', whatsappId: 1 }],
    ['POST', '/campaigns/preview', {}],
    ['POST', '/campaigns/test', { number: '5511900000001', key: 'prova-0001' }],
    ['GET', `/campaigns/${id}`],
    ['GET', `/campaigns/${id}/recipients`],
    ['GET', `/campaigns/${id}/file`],
    ['PUT', `/campaigns/${id}`, { name: 'Outra' }],
    ['POST', `/campaigns/${id}/start`],
    ['POST', `/campaigns/${id}/cancel`],
    ['POST', `/campaigns/${id}/restart`],
    ['POST', `/campaigns/${id}/duplicate`],
    ['POST', `/campaigns/${id}/retry`],
    ['DELETE', `/campaigns/${id}/media-upload`],
    ['DELETE', `/campaigns/${id}`],
    ['GET', '/campaign-settings'],
    ['POST', '/campaign-settings', { settings: {} }],
    ['GET', '/campaign-settings/connections'],
    ['POST', '/campaign-settings/connections', { whatsappId: 1, dailyLimit: 10 }],
    ['GET', '/suppressions'],
    ['POST', '/suppressions', { number: '5511988887770' }],
    ['DELETE', '/suppressions/1'],
  ]
  for (const [method, path, body] of calls) {
    expect([path, (await bruno.call(method, path, body)).status]).toEqual([path, 403])
    if (path.includes(`/${id}`)) expect([path, (await gina.call(method, path, body)).status]).toEqual([path, 404])
  }
  campaigns.world.platform.catalog.sqlite.run('UPDATE plan SET use_campaigns = 0')
  campaigns.world.platform.catalog.companies.forget()
  for (const [method, path, body] of calls) {
    expect([path, (await campaigns.ana.call(method, path, body)).body]).toMatchObject([path, { limit: 'useCampaigns' }])
  }
})
