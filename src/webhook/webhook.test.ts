import { Database } from 'bun:sqlite'
import { afterEach, describe, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { shutdown } from '../compose'
import { updateTicket } from '../ticket/change/update-ticket'
import { messageEvent, phones, receive } from '../testing/inbound'
import { startMain } from '../testing/main-process'
import { answers, startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver'
import { createWorld, type World } from '../testing/world'
import { sendWebhook } from './send-webhook'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function start({ now = new Date('2026-03-02T12:00:00Z'), on = true } = {}) {
  const receiver = await startWebhookReceiver()
  const world = await createWorld({ now, environment: { OUTGOING_ALLOW: receiver.address } })
  cleanUps.push(
    () => receiver.stop(),
    () => world.stop(),
  )
  const sofia = await world.as(world.sofia)
  const saved = on ? await sofia.put('/gestor-webhook', { url: receiver.url }) : undefined
  const secret = String(saved?.body.newSecret ?? '')
  const deliver = async (companyId = 1) => {
    while ((await world.runJobs(companyId)) > 0);
  }
  const later = async (ms: number, companyId = 1) => {
    world.setTime(new Date((world.platform.clock.now().getTime() ?? 0) + ms))
    await deliver(companyId)
  }
  return { world, receiver, sofia, secret, deliver, later }
}

const say = (world: World, text: string, companyId: 1 | 2 = 1, phone: string = phones[companyId]) =>
  receive(world, companyId, messageEvent({ text, phone }))

const eventsOf = ({ webhooks }: WebhookReceiver) => webhooks.map(({ event }) => event)
const messagesOf = ({ webhooks }: WebhookReceiver) => webhooks.filter(({ event }) => event === 'message.received')

describe('a delivery', () => {
  test('contains the event, signed, per company, and texts only if enabled', async () => {
    const { world, receiver, sofia, secret, deliver } = await start()
    say(world, 'Quero meu boleto')
    say(world, 'Preciso de ajuda', 2)
    await deliver(1)
    await deliver(2)
    expect(secret).toMatch(/^[A-Za-z0-9]{40}$/)
    expect(receiver.webhooks.every((webhook) => webhook.isSigned(secret) && !webhook.isSigned('other'))).toBe(true)
    expect(messagesOf(receiver).map(({ body }) => [body.company.name, body.contact.name, body.message.body])).toEqual([
      ['Acme', 'Dona Maria', null],
      ['Globex', 'Seu Jorge', null],
    ])
    expect(JSON.stringify(receiver.webhooks)).not.toContain('boleto')
    const [webhook] = messagesOf(receiver)
    expect(webhook).toMatchObject({
      headers: { 'content-type': 'application/json', 'x-recado-timestamp': '1772452800' },
      body: {
        id: webhook?.deliveryId,
        event: 'message.received',
        createdAt: '2026-03-02T12:00:00.000Z',
        contact: { number: '5511988880001', channel: 'whatsapp' },
        connection: { channel: 'whatsapp' },
        message: { type: 'text', fromMe: false },
      },
    })
    await sofia.put('/gestor-webhook', { withTexts: true })
    say(world, 'E agora?')
    await deliver()
    expect(messagesOf(receiver).at(-1)?.body.message.body).toBe('E agora?')
  })

  test('follows a ticket from start to end, in order', async () => {
    const { world, receiver, deliver } = await start()
    say(world, 'Oi', 1, '5511955554444')
    const [{ id } = { id: 0 }] = world
      .ctx(1)
      .company.sqlite.query<{ id: number }, []>('SELECT max(id) AS id FROM ticket')
      .all()
    const ana = world.ctxAs(world.ana)
    updateTicket(ana, id, { status: 'open', userId: world.ana.id, queueId: 1, sendFarewellMessage: false } as never)
    updateTicket(ana, id, { status: 'closed', sendFarewellMessage: false } as never)
    await deliver()
    const told = receiver.webhooks.filter(
      ({ body }) => body.ticket?.id === id || body.contact?.number === '5511955554444',
    )
    const names = told.map(({ event }) => event)
    expect(names.filter((name) => !name.startsWith('message.'))).toEqual([
      'contact.created',
      'ticket.created',
      'ticket.opened',
      'ticket.closed',
    ])
    const statuses = told.filter(({ event }) => event.startsWith('ticket.')).map(({ body }) => body.ticket.status)
    expect(statuses).toEqual(['pending', 'open', 'closed'])
    expect(told.at(-1)?.body.ticket).toMatchObject({ queue: { name: 'Vendas' }, user: { name: 'Ana Souza' } })
  })

  test('excludes events from while the webhook was off', async () => {
    const { world, receiver, sofia, deliver } = await start({ on: false })
    say(world, 'antes')
    await deliver()
    await sofia.put('/gestor-webhook', { url: receiver.url, withTexts: true })
    say(world, 'durante')
    await deliver()
    expect(messagesOf(receiver).map(({ body }) => body.message.body)).toEqual(['durante'])
    say(world, 'nunca')
    await sofia.put('/gestor-webhook', { url: '' })
    await deliver()
    expect(messagesOf(receiver)).toHaveLength(1)
  })
})

describe('a receiver that fails', () => {
  test('is retried eight times under the same id with growing pauses, and once more manually', async () => {
    const { world, receiver, sofia, secret, deliver, later } = await start()
    receiver.answerWith(answers.error)
    say(world, 'Oi')
    await deliver()
    const minute = 60_000
    const [first] = receiver.webhooks
    const tried = () => receiver.webhooks.filter(({ deliveryId }) => deliveryId === first?.deliveryId)
    for (const ms of [10_000, minute, 5 * minute, 30 * minute, 120 * minute, 360 * minute, 720 * minute]) {
      const before = tried().length
      await later(ms - 1)
      expect(tried()).toHaveLength(before)
      await later(1)
      expect(tried()).toHaveLength(before + 1)
    }
    await later(24 * 60 * minute)
    expect(tried()).toHaveLength(8)
    expect(new Set(tried().map(({ rawBody }) => rawBody)).size).toBe(1)
    expect(tried().every((webhook) => webhook.isSigned(secret))).toBe(true)
    const find = async () => {
      const { body } = await sofia.get('/gestor-webhook/deliveries')
      return (body as Record<string, any>[]).find(({ deliveryId }) => deliveryId === first?.deliveryId)
    }
    const dead = await find()
    expect(dead).toMatchObject({ state: 'dead', attempts: 8, status: 500, error: 'status', company: { name: 'Acme' } })
    receiver.answerWith(answers.ok)
    const again = await sofia.post(`/gestor-webhook/deliveries/${dead?.id}/send`, {})
    expect(again).toMatchObject({ status: 200, body: { ok: true, status: 200 } })
    expect(tried()).toHaveLength(9)
    expect(await find()).toMatchObject({ state: 'sent', attempts: 9, error: '' })
  })

  test('by redirecting, hanging up or an endless response does no harm', async () => {
    const { world, receiver, deliver } = await start()
    const outcomes: unknown[] = []
    for (const answer of [answers.metadata, answers.close, answers.huge, answers.gone]) {
      receiver.answerWith(answer)
      say(world, 'Oi', 1, `55119${outcomes.length}0000000`)
      await deliver()
      const { sqlite } = world.ctx(1).company
      outcomes.push(
        ...sqlite
          .query(
            'SELECT state, last_status AS status, last_error AS error FROM webhook_delivery WHERE attempts > 0 LIMIT 1',
          )
          .all(),
      )
      sqlite.run('DELETE FROM webhook_delivery')
    }
    expect(outcomes).toEqual([
      { state: 'queued', status: 307, error: 'status' },
      { state: 'queued', status: null, error: 'network' },
      { state: 'sent', status: 200, error: '' },
      { state: 'dead', status: 410, error: 'status' },
    ])
  })

  test('by silence is waited for until the timeout only', async () => {
    const { world, receiver } = await start()
    receiver.answerWith(answers.silence)
    const { guardedFetch } = world.platform
    const impatient: typeof guardedFetch = Object.assign(
      (url: string, request = {}) => guardedFetch(url, { ...request, timeoutMs: 50 }),
      { mayCall: guardedFetch.mayCall },
    )
    const webhook = { url: receiver.url, secret: 's', deliveryId: 'd', event: 'ping', body: '{}', at: new Date() }
    expect(await sendWebhook(impatient, webhook)).toMatchObject({ ok: false, status: null, error: 'timeout' })
  })

  test('delays later events of its ticket for five minutes, and no other ticket', async () => {
    const { world, receiver, deliver, later } = await start()
    const texts = () => messagesOf(receiver).map(({ body }) => body.contact.number)
    say(world, 'um')
    await deliver()
    const others = receiver.webhooks.length
    receiver.answerWith(answers.error)
    say(world, 'dois')
    await deliver()
    say(world, 'três')
    say(world, 'Oi', 1, '5511955554444')
    await deliver()
    const firstOf = (number: string) => texts().filter((each) => each === number).length
    expect([firstOf(phones[1]), firstOf('5511955554444')]).toEqual([2, 0])
    expect(eventsOf(receiver).slice(others)).toContain('contact.created')
    receiver.answerWith(answers.ok)
    await later(10_000)
    expect([firstOf(phones[1]), firstOf('5511955554444')]).toEqual([4, 1])
  })

  test('twenty times in a row is paused for ten minutes, which the screen shows', async () => {
    const { world, receiver, sofia, deliver, later } = await start()
    receiver.answerWith(answers.error)
    for (let index = 0; index < 30; index++) say(world, 'Oi', 1, `55119777700${String(index).padStart(2, '0')}`)
    await deliver()
    const tried = receiver.webhooks.length
    expect(tried).toBeGreaterThanOrEqual(20)
    expect(tried).toBeLessThan(24)
    expect((await sofia.get('/gestor-webhook')).body.pausedUntil).toBe('2026-03-02T12:10:00.000Z')
    await later(9 * 60_000)
    expect(receiver.webhooks).toHaveLength(tried)
    receiver.answerWith(answers.ok)
    await later(60_000)
    expect((await sofia.get('/gestor-webhook')).body.pausedUntil).toBeNull()
    const { left } = world
      .ctx(1)
      .company.sqlite.query<{ left: number }, []>(`SELECT count(*) AS left FROM webhook_delivery WHERE state <> 'sent'`)
      .get() ?? { left: -1 }
    await later(10 * 60_000)
    expect(left).toBeLessThanOrEqual(24)
    expect(new Set(messagesOf(receiver).map(({ body }) => body.contact.number)).size).toBe(30)
  })
})

describe('the host’s settings', () => {
  test('are limited to super users, never return the secret again, and refuse private addresses', async () => {
    const { world, receiver, sofia, secret } = await start()
    const ana = await world.as(world.ana)
    for (const [method, path] of [
      ['get', '/gestor-webhook'],
      ['put', '/gestor-webhook'],
      ['post', '/gestor-webhook/secret'],
      ['post', '/gestor-webhook/test'],
      ['get', '/gestor-webhook/deliveries'],
      ['post', '/gestor-webhook/deliveries/1/send'],
    ] as const) {
      expect([path, (await ana[method](path, {} as never)).status]).toEqual([path, 403])
    }
    expect(JSON.stringify((await sofia.get('/gestor-webhook')).body)).not.toContain(secret)
    expect((await sofia.get('/setting/gestorWebhook')).status).toBe(404)
    for (const url of ['http://localhost:1', 'http://2130706433/', 'http://[::1]/', 'http://169.254.169.254/']) {
      const refused = await sofia.put('/gestor-webhook', { url })
      expect([url, refused.status, refused.body.fields]).toEqual([url, 400, { url: 'refusedAddress' }])
      const plain = await sofia.put('/settings/ApiGestorWebhook', { value: url })
      expect([url, plain.status, plain.body.fields]).toEqual([url, 400, { value: 'refusedAddress' }])
    }
    expect((await sofia.get('/setting/ApiGestorWebhook')).body.value).toBe(receiver.url)
    for (const url of [
      'file:///etc/passwd',
      'https://receiver.test/\r\nHost: other.test',
      'https://receiver.test/a b',
    ]) {
      expect([url, (await sofia.put('/gestor-webhook', { url })).body.fields]).toEqual([url, { url: 'url' }])
    }
  })

  test('include a test signed with the current secret', async () => {
    const { receiver, sofia, secret } = await start()
    expect((await sofia.post('/gestor-webhook/test', {})).body).toMatchObject({ ok: true, status: 200 })
    const next = String((await sofia.post('/gestor-webhook/secret', {})).body.newSecret)
    receiver.answerWith(answers.error)
    expect((await sofia.post('/gestor-webhook/test', {})).body).toMatchObject({
      ok: false,
      status: 500,
      error: 'status',
    })
    expect(
      receiver.webhooks.map((webhook) => [webhook.event, webhook.isSigned(secret), webhook.isSigned(next)]),
    ).toEqual([
      ['ping', true, false],
      ['ping', false, true],
    ])
    const { body } = await sofia.get('/gestor-webhook/deliveries')
    expect(body).toMatchObject([
      { event: 'ping', state: 'dead', company: null, maySendAgain: false },
      { event: 'ping', state: 'sent' },
    ])
  })
})

/** Starting a process that builds its pages is slow on a busy machine. */
const startMsMax = 60_000

test(
  'killed during a delivery: delivered again under the same id, nothing lost',
  async () => {
    const { world, receiver } = await start({ now: new Date() })
    for (let index = 0; index < 10; index++) say(world, `mensagem ${index}`, 1, `551197777000${index}`)
    const { dataDir } = world
    shutdown(world.platform)
    cleanUps.splice(1, 1)
    receiver.answerWith(answers.silence)
    const environment = { OUTGOING_ALLOW: receiver.address }
    const first = startMain(dataDir, environment)
    await receiver.until(4, startMsMax)
    first.kill('SIGKILL')
    await first.exited
    const cut = receiver.webhooks.splice(0).map(({ deliveryId }) => deliveryId)
    receiver.answerWith(answers.ok)
    const second = startMain(dataDir, environment)
    const delivered = () => new Set(receiver.webhooks.map(({ deliveryId }) => deliveryId))
    const file = new Database(join(dataDir, 'companies', '1', 'company.sqlite'), { readonly: true })
    const rows = () => file.query<{ uuid: string; state: string }, []>('SELECT uuid, state FROM webhook_delivery').all()
    for (const end = Date.now() + startMsMax; rows().some(({ state }) => state !== 'sent') && Date.now() < end;)
      await Bun.sleep(20)
    expect(await second.stop()).toBe(0)
    expect(cut.filter((id) => !delivered().has(id))).toEqual([])
    expect(rows().filter(({ state }) => state !== 'sent')).toEqual([])
    expect(rows().length).toBeGreaterThanOrEqual(20)
    expect(
      rows()
        .map(({ uuid }) => uuid)
        .toSorted(),
    ).toEqual([...delivered()].toSorted())
    file.close()
    rmSync(dataDir, { recursive: true, force: true })
  },
  3 * startMsMax,
)
