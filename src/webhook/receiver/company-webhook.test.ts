import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { storePlatformSetting } from '../../platform/branding/save-platform-setting'
import { sealOldHostAddress } from '../../platform/host-webhook/host-webhook'
import { afterEach, expect, test } from 'bun:test'
import { messageEvent, phones, receive } from '../../testing/conversation/inbound'
import { answers, startWebhookReceiver, type WebhookReceiver } from '../../testing/services/receiver/webhook-receiver'
import { createWorld, type World } from '../../testing/world/world'
import { createHostTarget } from './host-target'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function start() {
  const receiver = await startWebhookReceiver()
  const environment = { OUTGOING_ALLOW: receiver.address }
  const world = await createWorld({ now: new Date('2026-03-02T12:00:00Z'), environment })
  cleanUps.push(
    () => receiver.stop(),
    () => world.stop(),
  )
  const ana = await world.as(world.ana)
  const deliver = async (companyId = 1) => {
    while ((await world.runJobs(companyId)) > 0);
  }
  return { world, receiver, ana, deliver }
}

const say = (world: World, text: string, companyId: 1 | 2 = 1, phone: string = phones[companyId]) =>
  receive(world, companyId, messageEvent({ text, phone }))
const textsAt = ({ webhooks }: WebhookReceiver, path: string) =>
  webhooks
    .filter(({ event, path: at }) => event === 'message.received' && at === path)
    .map(({ body }) => body.message.body)

test('sends a company’s events to its own address and the host’s, each signed with its own secret', async () => {
  const { world, receiver, ana, deliver } = await start()
  const sofia = await world.as(world.sofia)
  const host = await sofia.put('/gestor-webhook', { url: `${receiver.url}/host` })
  const own = await ana.put('/company-webhook', { url: `${receiver.url}/acme` })
  expect(own).toMatchObject({ status: 200, body: { secret: 'set', withTexts: true, pausedUntil: null } })
  expect(JSON.stringify((await ana.get('/company-webhook')).body)).not.toContain(own.body.newSecret)
  say(world, 'Quero meu boleto')
  say(world, 'Preciso de ajuda', 2)
  await deliver(1)
  await deliver(2)
  expect(textsAt(receiver, '/hook/acme')).toEqual(['Quero meu boleto'])
  expect(textsAt(receiver, '/hook/host')).toEqual([null, null])
  const signed = (path: string, secret: string) =>
    receiver.webhooks.filter((webhook) => webhook.path === path).every((webhook) => webhook.isSigned(secret))
  expect(signed('/hook/acme', own.body.newSecret)).toBe(true)
  expect(signed('/hook/host', host.body.newSecret)).toBe(true)
  await ana.put('/company-webhook', { withTexts: false })
  say(world, 'E agora?')
  await deliver()
  expect(textsAt(receiver, '/hook/acme')).toEqual(['Quero meu boleto', null])
  await ana.put('/company-webhook', { url: '' })
  say(world, 'nunca')
  await deliver()
  expect(textsAt(receiver, '/hook/acme')).toHaveLength(2)
  expect(textsAt(receiver, '/hook/host')).toHaveLength(4)
})

test('the log shows deliveries, resends them, and contains none of the host’s', async () => {
  const { world, receiver, ana, deliver } = await start()
  const sofia = await world.as(world.sofia)
  await sofia.put('/gestor-webhook', { url: `${receiver.url}/host` })
  const save = async (body: object) => (await ana.put('/company-webhook', body)).body.newSecret
  expect(await save({ withTexts: true })).toBeNull()
  const secret = String(await save({ url: `${receiver.url}/acme` }))
  expect(await save({ withTexts: false })).toBeNull()
  receiver.answerWith(answers.gone)
  say(world, 'Oi')
  await deliver()
  const log = async () => (await ana.get('/company-webhook/deliveries')).body as Record<string, any>[]
  const dead = (await log()).find(({ event }) => event === 'message.received')
  expect(dead).toMatchObject({ state: 'dead', attempts: 1, status: 410, company: { name: 'Acme' }, maySendAgain: true })
  expect(dead?.attemptedAt).toBe('2026-03-02T12:00:00.000Z')
  receiver.answerWith(answers.ok)
  const again = await ana.post(`/company-webhook/deliveries/${dead?.id}/send`, {})
  expect(again).toMatchObject({ status: 200, body: { ok: true, status: 200 } })
  expect(receiver.webhooks.at(-1)?.deliveryId).toBe(dead?.deliveryId)
  expect((await log()).find(({ id }) => id === dead?.id)).toMatchObject({ state: 'sent', attempts: 2 })
  // One that waits for its next attempt waits as long as after any other attempt.
  receiver.answerWith(answers.error)
  say(world, 'Oi?')
  await deliver()
  const [waiting] = await log()
  expect((await ana.post(`/company-webhook/deliveries/${waiting?.id}/send`, {})).body).toMatchObject({ ok: false })
  for (const [seconds, attempts] of [
    [59, 2],
    [60, 3],
  ] as const) {
    world.setTime(new Date(Date.UTC(2026, 2, 2, 12, 0, seconds)))
    await deliver()
    expect((await log()).find(({ id }) => id === waiting?.id)).toMatchObject({ state: 'queued', attempts })
  }
  receiver.answerWith(answers.ok)
  const { sqlite } = world.ctx(1).company
  const [ofHost] = sqlite.query<{ id: number }, []>(`SELECT id FROM webhook_delivery WHERE target = 'host'`).all()
  expect((await log()).map(({ id }) => id)).not.toContain(ofHost?.id)
  expect((await ana.post(`/company-webhook/deliveries/${ofHost?.id}/send`, {})).status).toBe(404)
  expect((await ana.post('/company-webhook/test', {})).body).toMatchObject({ ok: true })
  const [ping] = await log()
  expect(ping).toMatchObject({ event: 'ping', state: 'sent', company: null, maySendAgain: false })
  expect(receiver.webhooks.at(-1)?.isSigned(secret)).toBe(true)
  const replaced = String((await ana.post('/company-webhook/secret', {})).body.newSecret)
  await ana.post('/company-webhook/test', {})
  expect(receiver.webhooks.at(-1)?.isSigned(replaced)).toBe(true)
})

test('the first pause after twenty failures is published once, to users who may change the address', async () => {
  const { world, receiver, ana, deliver } = await start()
  const sofia = await world.as(world.sofia)
  await ana.put('/company-webhook', { url: receiver.url })
  receiver.answerWith(answers.error)
  for (let index = 0; index < 30; index++) say(world, 'Oi', 1, `55119777700${String(index).padStart(2, '0')}`)
  const notices = () => world.published.filter(({ event }) => event.endsWith('-webhook'))
  await deliver()
  const data = { action: 'paused', target: 'company', pausedUntil: '2026-03-02T12:10:00.000Z' }
  expect(notices()).toMatchObject([{ event: 'company-1-webhook', topics: ['1/admin'], data }])
  expect((await ana.get('/company-webhook')).body.pausedUntil).toBe(data.pausedUntil)
  // The pause survives a restart.
  world.platform.files.close(1)
  expect((await ana.get('/company-webhook')).body.pausedUntil).toBe(data.pausedUntil)
  const asked = receiver.webhooks.length
  world.setTime(new Date('2026-03-02T12:10:00Z'))
  await deliver()
  expect(receiver.webhooks.length).toBeGreaterThan(asked)
  expect(notices()).toHaveLength(1)
  await sofia.put('/gestor-webhook', { url: receiver.url })
  await ana.put('/company-webhook', { url: '' })
  for (let index = 0; index < 30; index++) say(world, 'Oi', 1, `55119666600${String(index).padStart(2, '0')}`)
  await deliver()
  expect(notices().slice(1)).toMatchObject([{ topics: ['1/host', '2/host'], data: { target: 'host' } }])
  const restarted = createHostTarget(() => world.platform)
  expect(restarted.pausedUntil()).toEqual(new Date('2026-03-02T12:20:00Z'))
})

test('is limited to admins of companies with the API in their plan, and refuses private addresses', async () => {
  const { world, receiver, ana, deliver } = await start()
  await ana.put('/company-webhook', { url: receiver.url })
  const bruno = await world.as(world.bruno)
  const calls = [
    ['get', '/company-webhook'],
    ['put', '/company-webhook'],
    ['post', '/company-webhook/secret'],
    ['post', '/company-webhook/test'],
    ['get', '/company-webhook/deliveries'],
    ['post', '/company-webhook/deliveries/1/send'],
    ['get', '/connection-webhooks'],
    ['get', '/connection-webhooks/1'],
    ['put', '/connection-webhooks/1'],
    ['post', '/connection-webhooks/1/secret'],
    ['post', '/connection-webhooks/1/test'],
    ['get', '/connection-webhooks/1/deliveries'],
    ['post', '/connection-webhooks/1/deliveries/1/send'],
  ] as const
  for (const [method, path] of calls)
    expect([path, (await bruno[method](path, {} as never)).status]).toEqual([path, 403])
  for (const url of ['http://localhost:1', 'http://2130706433/', 'http://[::1]/', 'http://169.254.169.254/']) {
    const refused = await ana.put('/company-webhook', { url })
    expect([url, refused.status, refused.body.fields]).toEqual([url, 400, { url: 'refusedAddress' }])
  }
  await (await world.as(world.sofia)).put('/plans/1', { useExternalApi: false })
  for (const [method, path] of calls) expect([path, (await ana[method](path, {} as never)).status]).toEqual([path, 402])
  say(world, 'Oi')
  await deliver()
  expect(receiver.webhooks).toEqual([])
})

test('addresses are sealed in files, those of earlier releases too, and masked in lists and logs', async () => {
  const { world, receiver, ana, deliver } = await start()
  const secret = 'chave-do-cliente'
  const url = `${receiver.url}/${secret}?key=${secret}`
  await ana.put('/company-webhook', { url })
  const { id } = (await ana.get('/whatsapp')).body[0]
  expect((await ana.put(`/connection-webhooks/${id}`, { url })).body.url).toBe(url)
  const masked = `${new URL(url).origin}/…`
  expect((await ana.get('/connection-webhooks')).body[0]).toMatchObject({ whatsappId: id, url: masked })
  expect((await ana.get(`/connection-webhooks/${id}`)).body.url).toBe(url)
  const bruno = await world.as(world.bruno)
  expect((await bruno.get(`/connection-webhooks/${id}`)).status).toBe(403)
  expect((await (await world.as(world.gina)).get(`/connection-webhooks/${id}`)).body.url).toBe('')
  const { sqlite } = world.ctx(1).company
  expect(sqlite.query("SELECT data ->> '$.url' AS url FROM event WHERE type LIKE '%ebhook.changed'").all()).toEqual([
    { url: masked },
    { url: masked },
  ])
  const holds = (text: string) =>
    readdirSync(world.platform.files.folderOf(1))
      .filter((name) => name.startsWith('company.sqlite'))
      .some((name) => readFileSync(join(world.platform.files.folderOf(1), name)).includes(text))
  expect(holds(secret)).toBe(false)
  for (const table of ['company_webhook', 'connection_webhook']) sqlite.run(`UPDATE ${table} SET url = ?`, [url])
  world.platform.files.close(1)
  expect((await ana.get('/company-webhook')).body.url).toBe(url)
  expect(holds(secret)).toBe(false)
  say(world, 'Oi')
  await deliver()
  expect(receiver.webhooks.map(({ event }) => event)).toContain('message.received')

  // Sealed by another host: nothing is sent, and both have to be entered again.
  const { company } = world.ctx(1)
  const foreign = company.services.sealer.seal(url).replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))
  company.sqlite.run('UPDATE company_webhook SET url = ?1, secret = ?1', [foreign])
  world.platform.files.close(1)
  expect((await ana.get('/company-webhook')).body).toMatchObject({ url: '', secret: 'unreadable' })
  expect((await ana.put('/company-webhook', { url })).body).toMatchObject({ url, newSecret: null })
})

test('the host’s address is sealed in the catalog, that of an earlier release at start', async () => {
  const { world, receiver } = await start()
  const sofia = await world.as(world.sofia)
  const url = `${receiver.url}/chave-do-host`
  await sofia.put('/gestor-webhook', { url })
  const stored = () =>
    JSON.stringify(world.platform.catalog.sqlite.query('SELECT * FROM platform_setting').all()) +
    JSON.stringify(world.platform.catalog.sqlite.query('SELECT * FROM audit').all())
  expect(stored()).not.toContain('chave-do-host')
  expect((await sofia.get('/setting/ApiGestorWebhook')).body.value).toBe(url)
  storePlatformSetting(world.platform, 'ApiGestorWebhook', `${url}-antigo`)
  sealOldHostAddress(world.platform)
  expect(stored()).not.toContain('chave-do-host')
  expect((await sofia.get('/gestor-webhook')).body).toMatchObject({ url: `${url}-antigo`, secret: 'set' })
})
