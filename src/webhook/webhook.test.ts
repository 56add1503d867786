import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { shutdown } from '../compose'
import { getContactRow } from '../contact/contact.queries'
import { composeMessages } from '../message/compose/compose-messages'
import { queueAutomaticText, queueMessages } from '../message/send/queue-message'
import { sendOutreach } from '../message/send/send-outreach'
import { withdrawDelayedMessages } from '../message/change/remove-message'
import { getTicketRow } from '../ticket/ticket.queries'
import { updateTicket } from '../ticket/change/update-ticket'
import { startMain } from '../testing/process/main-process'
import { answers } from '../testing/services/receiver/webhook-receiver'
import { messageEvent, receive } from '../testing/conversation/inbound'
import { messagesOf, say, useWebhookWorlds } from '../testing/services/receiver/webhook-world'

const { start, cleanUps } = useWebhookWorlds()

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
    const form = { kind: 'text' as const, text: 'nome: Ana', answers: { nome: 'Ana' } }
    const referral = { title: '', text: '', url: 'https://fb.me/1', sourceId: '12', sourceType: 'ad', clickId: 'Aff' }
    receive(world, 1, messageEvent({ content: form, referral, atMs: world.ctx(1).now.getTime() }))
    await deliver()
    expect(messagesOf(receiver).at(-1)?.body.message).toMatchObject({
      body: 'nome: Ana',
      answers: { nome: 'Ana' },
      referral: { url: 'https://fb.me/1', sourceId: '12', sourceType: 'ad', clickId: 'Aff' },
    })
  })

  test('is left out for what a bot withdrew before it was sent', async () => {
    const { world, receiver, deliver } = await start()
    say(world, 'Oi')
    say(world, 'Oi', 2)
    for (const company of [1, 2]) {
      const ctx = world.ctx(company)
      ctx.transaction(() => {
        queueAutomaticText(ctx, getTicketRow(ctx, 1), 'Olá', { delayMs: 60_000 })
        if (company === 1) withdrawDelayedMessages(ctx, 1)
      })
      await deliver(company)
    }
    const sent = receiver.webhooks.filter(({ event }) => event === 'message.sent')
    expect(sent.map(({ body }) => [body.company.name, body.message?.fromMe])).toEqual([['Globex', true]])
  })

  test('is left out for private notes, conversations of the history, and imported ones', async () => {
    const { world, receiver, deliver } = await start()
    say(world, 'Oi')
    await deliver()
    receiver.webhooks.length = 0
    const ctx = world.ctx(1)
    const ticket = getTicketRow(ctx, 1)
    const note = composeMessages(ctx, ticket, { texts: ['Nota'] }, { isPrivate: true })
    ctx.transaction(() => queueMessages(ctx, ticket, note))
    ctx.company.sqlite.run("UPDATE ticket SET status = 'closed'")
    const contact = getContactRow(ctx, ticket.contactId)
    const content = { texts: ['Aviso'], files: [] }
    sendOutreach(ctx, {
      key: 'api 1',
      cause: { kind: 'api' },
      contact,
      connectionIds: [1],
      content,
      ticket: { open: 'none' },
    })
    await deliver()
    expect(receiver.webhooks.map(({ event, body }) => [event, body.ticket.status])).toEqual([
      ['message.sent', 'closed'],
    ])
    ctx.company.sqlite.run("UPDATE ticket SET status = 'open', imported = 1, user_id = 2")
    say(world, 'Oi')
    await deliver()
    expect(receiver.webhooks).toHaveLength(1)
  })

  test('contains events from before and after a restart, in order', async () => {
    const { world, receiver, deliver } = await start()
    say(world, 'um')
    world.platform.files.close(1)
    say(world, 'dois')
    say(world, 'outra empresa', 2)
    await deliver(1)
    const ids = messagesOf(receiver).map(({ body }) => [body.company.name, body.message.id])
    expect(ids).toEqual([
      ['Acme', 1],
      ['Acme', 2],
    ])
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
    const delivered = receiver.webhooks.filter(
      ({ body }) => body.ticket?.id === id || body.contact?.number === '5511955554444',
    )
    const names = delivered.map(({ event }) => event)
    expect(names.filter((name) => !name.startsWith('message.'))).toEqual([
      'contact.created',
      'ticket.created',
      'ticket.opened',
      'ticket.closed',
    ])
    const statuses = delivered.filter(({ event }) => event.startsWith('ticket.')).map(({ body }) => body.ticket.status)
    expect(statuses).toEqual(['pending', 'open', 'closed'])
    expect(delivered.at(-1)?.body.ticket).toMatchObject({ queue: { name: 'Vendas' }, user: { name: 'Ana Souza' } })
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
    await shutdown(world.platform)
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
