import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openHostKey } from '../kernel/config/host-key'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { recordBotError } from '../bot/bot-errors'
import { connectionTable } from '../connection/connection.tables'
import { type Dialogflow, startDialogflow, textResult } from '../testing/services/dialogflow/start-dialogflow'
import { type N8n, n8nAnswers, startN8n } from '../testing/services/n8n/start-n8n'
import { startTypebot, textBubble, type Typebot } from '../testing/services/typebot/start-typebot'
import { type Caller, createWorld, type World } from '../testing/world/world'

let n8n: N8n
let typebot: Typebot
let dialogflow: Dialogflow
let world: World
let ana: Caller
beforeEach(async () => {
  n8n = startN8n()
  dialogflow = startDialogflow()
  typebot = startTypebot({ loja: [{ bubbles: [textBubble('Bem-vindo à loja')] }] })
  const allowed = [n8n, typebot, dialogflow].map(({ address }) => address).join(',')
  world = await createWorld({ environment: { ...dialogflow.environment, OUTGOING_ALLOW: allowed } })
  ana = await world.as(world.ana)
})
afterEach(async () => {
  world.stop()
  await Promise.all([n8n.stop(), typebot.stop(), dialogflow.stop()])
})

const webhook = (more: object = {}) => ({ type: 'n8n', name: 'Robô', urlN8N: n8n.url, ...more })
const agent = (more: object = {}) => ({
  type: 'dialogflow',
  name: 'Agente',
  projectName: 'loja-test',
  jsonContent: dialogflow.serviceAccount(),
  ...more,
})

test('an integration has the default values, and its secrets are never returned', async () => {
  const { body: made } = await ana.post('/queueIntegration', webhook({ secret: 'assina-1' }))
  expect(made).toMatchObject({
    type: 'n8n',
    name: 'Robô',
    projectName: 'Robô',
    language: 'pt-BR',
    urlN8N: n8n.url,
    flowId: null,
    typebotDelayMessage: 1000,
    typebotExpires: 1,
    typebotSlug: '',
    secretState: 'set',
    botError: null,
  })
  const { body: google } = await ana.post('/queueIntegration', agent())
  expect(google).toMatchObject({ hasJsonContent: true, clientEmail: 'recado@loja-test.iam.gserviceaccount.com' })
  const kept = await ana.put(`/queueIntegration/${google.id}`, { name: 'Outro', jsonContent: '' })
  expect(kept.body).toMatchObject({ name: 'Outro', projectName: 'loja-test', hasJsonContent: true })
  const cleared = await ana.put(`/queueIntegration/${made.id}`, { secret: null, name: 'Robô 2' })
  expect(cleared.body).toMatchObject({ secretState: 'none', projectName: 'Robô 2' })
  const { body: list } = await ana.get('/queueIntegration/?searchParam=rob&pageNumber=1')
  const masked = { ...cleared.body, urlN8N: `${new URL(n8n.url).origin}/…` }
  expect(list).toMatchObject({ queueIntegrations: [masked], hasMore: false, count: 1 })
  const answers = JSON.stringify([made, google, list, world.published])
  const stored = JSON.stringify(world.ctx(1).company.sqlite.query('SELECT * FROM queue_integration').all())
  for (const text of [answers, stored]) expect(text).not.toMatch(/PRIVATE KEY|assina-1/)
  expect(world.published.find(({ event }) => event === 'company-1-queueIntegration')?.topics).toEqual(['1/admin'])
})

test('addresses are sealed, whole only in the record, and those of earlier releases are sealed without a trace', async () => {
  const path = 'caminho-secreto'
  const url = `${n8n.url}?chave=${path}`
  const masked = `${new URL(url).origin}/…`
  const { id } = (await ana.post('/queueIntegration', webhook({ urlN8N: url }))).body
  const typebotBody = { type: 'typebot', name: 'Typebot', urlN8N: `${typebot.url}/${path}`, typebotSlug: 'loja' }
  const { body: bot } = await ana.post('/queueIntegration', typebotBody)
  const addressOf = async (recordId = id, caller = ana) =>
    (await caller.get(`/queueIntegration/${recordId}`)).body.urlN8N
  expect([await addressOf(), await addressOf(bot.id)]).toEqual([url, `${typebot.url}/${path}`])
  expect((await (await world.as(world.bruno)).get(`/queueIntegration/${id}`)).status).toBe(403)
  expect((await (await world.as(world.gina)).get(`/queueIntegration/${id}`)).status).toBe(404)
  const listed = (await ana.get('/queueIntegration')).body.queueIntegrations
  expect(listed.find((one: { id: number }) => one.id === id).urlN8N).toBe(masked)
  expect(JSON.stringify([listed, world.published])).not.toContain(path)
  expect(holds(path)).toBe(false)

  // A masked address, such as from the list, changes nothing; neither does a missing one.
  expect((await ana.put(`/queueIntegration/${id}`, { name: 'Outro', urlN8N: masked })).body.urlN8N).toBe(url)
  const ping = await ana.post('/queueIntegration/testSession', { id, type: 'n8n', urlN8N: masked })
  expect([ping.status, n8n.calls.length]).toEqual([200, 1])
  expect((await ana.put(`/queueIntegration/${id}`, { urlN8N: '' })).body.fields).toEqual({ urlN8N: 'required' })

  const { sqlite } = world.ctx(1).company
  sqlite.run('UPDATE queue_integration SET url_n8n = ? WHERE id = ?', [url, id])
  world.platform.files.close(1)
  expect([await addressOf(), await addressOf(bot.id)]).toEqual([url, `${typebot.url}/${path}`])
  expect(holds(path)).toBe(false)

  const foreign = openHostKey(mkdtempSync(join(tmpdir(), 'recado-host-'))).seal(url)
  world.ctx(1).company.sqlite.run('UPDATE queue_integration SET url_n8n = ? WHERE id = ?', [foreign, id])
  expect([await addressOf(), await addressOf(bot.id)]).toEqual(['', `${typebot.url}/${path}`])
  expect((await ana.put(`/queueIntegration/${id}`, { name: 'Robô 3' })).body.urlN8N).toBe('')
  expect((await ana.put(`/queueIntegration/${id}`, { urlN8N: url })).body.urlN8N).toBe(url)
})

/** Whether one of the company's database files contains the text. */
function holds(text: string) {
  const folder = world.platform.files.folderOf(1)
  const names = readdirSync(folder).filter((name) => name.startsWith('company.sqlite'))
  return names.some((name) => readFileSync(join(folder, name)).includes(text))
}

test('names each invalid field', async () => {
  const cases: [object, Record<string, string>][] = [
    [webhook({ name: 'x' }), { name: 'tooShort' }],
    [webhook({ urlN8N: '' }), { urlN8N: 'required' }],
    [webhook({ urlN8N: 'nonsense' }), { urlN8N: 'url' }],
    [webhook({ urlN8N: 'file:///etc/passwd' }), { urlN8N: 'url' }],
    [webhook({ urlN8N: 'http://localhost:5678/' }), { urlN8N: 'refusedAddress' }],
    [webhook({ urlN8N: 'http://169.254.169.254/' }), { urlN8N: 'refusedAddress' }],
    [webhook({ type: 'typebot' }), { typebotSlug: 'required' }],
    [webhook({ type: 'typebot', typebotSlug: '../x' }), { typebotSlug: 'slug' }],
    [
      webhook({ type: 'typebot', typebotSlug: 'loja', typebotDelayMessage: 10_001 }),
      { typebotDelayMessage: 'tooLarge' },
    ],
    [agent({ projectName: '' }), { projectName: 'required' }],
    [agent({ jsonContent: '' }), { jsonContent: 'required' }],
    [agent({ jsonContent: '{}' }), { jsonContent: 'serviceAccount' }],
    [agent({ jsonContent: 'x'.repeat(30_000) }), { jsonContent: 'tooLong' }],
    [{ type: 'flowbuilder', name: 'Fluxo', flowId: 77 }, { flowId: 'unknown' }],
    [{ type: 'zapier', name: 'Outro' }, { type: 'required' }],
  ]
  for (const [given, fields] of cases) {
    const { status, body } = await ana.post('/queueIntegration', given)
    expect([status, body.fields]).toEqual([400, fields])
  }
  await ana.post('/queueIntegration', webhook())
  expect((await ana.post('/queueIntegration', webhook({ name: 'robo' }))).body.error).toBe(
    'ERR_INTEGRATION_NAME_ALREADY_EXISTS',
  )
})

test('integrations are limited to admins of the company whose plan includes them', async () => {
  const { body: made } = await ana.post('/queueIntegration', webhook())
  const calls = (who: typeof ana) => [
    who.get('/queueIntegration'),
    who.get(`/queueIntegration/${made.id}`),
    who.post('/queueIntegration', webhook({ name: 'Novo' })),
    who.put(`/queueIntegration/${made.id}`, { name: 'Novo' }),
    who.post('/queueIntegration/testSession', { type: 'n8n', urlN8N: n8n.url }),
    who.delete(`/queueIntegration/${made.id}`),
  ]
  const statuses = async (who: typeof ana) => (await Promise.all(calls(who))).map(({ status }) => status)
  const bruno = await world.as(world.bruno)
  expect(new Set(await statuses(bruno))).toEqual(new Set([403]))
  expect((await bruno.get('/queueIntegration/list')).status).toBe(403)
  const gina = await world.as(world.gina)
  expect((await gina.get(`/queueIntegration/${made.id}`)).status).toBe(404)
  expect((await gina.delete(`/queueIntegration/${made.id}`)).body.error).toBe('ERR_NO_INTEGRATION_FOUND')
  expect((await ana.get('/queueIntegration/list')).body as unknown).toEqual([
    { id: made.id, name: 'Robô', type: 'n8n' },
  ])
  await (await world.as(world.sofia)).put('/plans/1', { useIntegrations: false })
  const refused = await Promise.all(calls(ana))
  expect(new Set(refused.map(({ status, body }) => `${status} ${body.limit}`))).toEqual(
    new Set(['402 useIntegrations']),
  )
  expect((await ana.get('/queueIntegration/list')).body as unknown).toEqual([])
  expect(n8n.calls).toEqual([])
})

test('the test calls the bot with the form’s values, and explains a failure', async () => {
  const run = async (given: object) => (await ana.post('/queueIntegration/testSession', given)).body
  n8n.respondWith(n8nAnswers.json({ reply: 'Funciona' }))
  expect(await run({ type: 'n8n', urlN8N: n8n.url, secret: 's' })).toMatchObject({ messages: ['Funciona'] })
  expect(n8n.calls[0]).toMatchObject({ body: { event: 'ping', company: { name: 'Acme' } } })
  expect(n8n.calls[0]?.headers['x-recado-signature']).toMatch(/^sha256=[0-9a-f]{64}$/)
  n8n.respondWith(n8nAnswers.json({ reply: 'Olá', queueId: 99, userId: 'Ana', tagIds: [77], variables: {} }))
  expect(await run({ type: 'n8n', urlN8N: n8n.url })).toMatchObject({
    messages: ['Olá'],
    problems: ['userId: "Ana"', 'tagIds: 77', 'queueId: 99'].map((message) => ({ code: 'unknownId', message })),
  })
  const bot = { type: 'typebot', urlN8N: `${typebot.url}/`, typebotSlug: 'loja' }
  expect((await run(bot)).messages).toEqual(['Bem-vindo à loja'])
  expect(await run({ ...bot, typebotSlug: 'outra' })).toMatchObject({
    error: 'ERR_INTEGRATION_FAILED',
    reason: 'refused',
    detail: 'HTTP 404 Typebot not found',
  })
  dialogflow.respondWith(() => textResult('Oi!'))
  // As similar systems call it.
  const google = { projectName: 'loja-test', jsonContent: dialogflow.serviceAccount(), language: 'en' }
  expect((await run(google)).messages).toEqual(['Oi!'])
  expect(dialogflow.calls).toMatchObject([{ text: 'Hi', languageCode: 'en', project: 'loja-test' }])
  const { body: stored } = await ana.post('/queueIntegration', agent())
  expect((await run({ ...google, id: stored.id, jsonContent: '' })).messages).toEqual(['Oi!'])
  const other = JSON.stringify({
    client_email: 'x@y.z',
    private_key: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----',
  })
  const failed = await run({ ...google, jsonContent: other })
  expect(failed).toMatchObject({ reason: 'keyRefused', detail: 'The private key cannot be read' })
  expect(await run({ ...google, projectName: 'fremd' })).toMatchObject({ reason: 'refused' })
  n8n.respondWith(n8nAnswers.metadata)
  expect(await run({ type: 'webhook', urlN8N: n8n.url })).toMatchObject({ reason: 'refused', detail: 'HTTP 307' })
  await run({ type: 'webhook', urlN8N: n8n.url })
  expect((await ana.post('/queueIntegration/testSession', bot)).status).toBe(429)
})

test('deleting an integration removes it from connections and queues, with its failures', async () => {
  const { body: made } = await ana.post('/queueIntegration', webhook())
  expect((await ana.put('/whatsapp/1', { greetingMessage: 'Olá', integrationId: made.id })).body.fields).toBeUndefined()
  expect((await ana.put('/queue/1', { integrationId: made.id })).status).toBe(200)
  expect((await ana.put('/queue/1', { integrationId: 99 })).body.fields).toEqual({ integrationId: 'unknown' })
  recordBotError(world.ctx(1), {
    kind: 'integration',
    ownerId: made.id,
    ticketId: null,
    code: 'timeout',
    message: 'late',
  })
  expect((await ana.get(`/queueIntegration/${made.id}`)).body.botError).toMatchObject({ code: 'timeout' })
  expect((await ana.delete(`/queueIntegration/${made.id}`)).status).toBe(200)
  const connection = world.ctx(1).db.select().from(connectionTable).all()[0]
  expect(connection?.options.integrationId).toBeNull()
  expect((await ana.get('/queue/1')).body.integrationId).toBeNull()
  expect(world.ctx(1).company.sqlite.query('SELECT * FROM bot_error').all()).toEqual([])
})
