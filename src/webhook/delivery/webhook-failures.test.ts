import { describe, expect, test } from 'bun:test'
import { startJobLoop } from '../../kernel/job/job-loop'
import { jobHandlers } from '../../domains'
import { phones } from '../../testing/conversation/inbound'
import { answers, type WebhookReceiver } from '../../testing/services/receiver/webhook-receiver'
import { messagesOf, say, useWebhookWorlds } from '../../testing/services/receiver/webhook-world'
import { sendWebhook } from './send-webhook'

const { start, cleanUps } = useWebhookWorlds()

const eventsOf = ({ webhooks }: WebhookReceiver) => webhooks.map(({ event }) => event)

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
    const call = world.platform.outgoing.of(1, 'webhook')
    const impatient: typeof call = (url, request) => call(url, { ...request, timeoutMs: 50 })
    const webhook = { url: receiver.url, secret: 's', deliveryId: 'd', event: 'ping', body: '{}', at: new Date() }
    expect(await sendWebhook(impatient, webhook)).toMatchObject({ ok: false, status: null, error: 'timeout' })
  })

  test('by silence for one contact holds up no other event, only later ones of its ticket', async () => {
    const { world, receiver } = await start()
    const { files, catalog, log } = world.platform
    const loop = startJobLoop({ files, hints: catalog.jobHints, handlers: jobHandlers, log })
    cleanUps.push(() => loop.stop())
    receiver.answerWith((socket, request) => {
      const isSilent = JSON.parse(request.body).contact?.number === phones[1]
      ;(isSilent ? answers.silence : answers.ok)(socket, request)
    })
    const eventsAbout = (number: string) => receiver.webhooks.filter(({ body }) => body.contact?.number === number)
    const until = async (event: string, number: string) => {
      while (!eventsAbout(number).some((webhook) => webhook.event === event))
        await receiver.until(receiver.webhooks.length + 1)
    }
    say(world, 'um')
    await receiver.until(1)
    const ana = await world.as(world.ana)
    // Without a ticket.
    await ana.post('/contacts', { name: 'Nova', number: '5511933332222' })
    await until('contact.created', '5511933332222')
    say(world, 'dois')
    say(world, 'Oi', 1, '5511955554444')
    await until('message.received', '5511955554444')
    say(world, 'Oi', 2)
    await until('message.received', phones[2])
    expect(eventsAbout(phones[1])).toHaveLength(1)
    const ended = world
      .ctx(1)
      .company.sqlite.query('SELECT 1 FROM webhook_delivery WHERE attempts > 0 AND instr(body, ?)')
      .all(phones[1])
    expect(ended).toEqual([])
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
