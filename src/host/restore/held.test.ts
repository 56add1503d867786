import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { campaignTable } from '../../campaign/campaign.tables'
import { jobHandlers } from '../../domains'
import { enqueueJob } from '../../kernel/job/jobs'
import { messageTable } from '../../message/message.tables'
import { sendMessage } from '../../message/send/send-message'
import { heldJobs } from '../../restore/held-job-kinds'
import { scheduleTable } from '../../schedule/schedule.tables'
import { addContact, addTicket } from '../../testing/conversation/tickets'
import { backUp } from '../../testing/restore/backup'
import { type Caller, createWorld, type World } from '../../testing/world/world'
import { webhookDeliveryTable } from '../../webhook/webhook.tables'
import { installRestored } from './install-restored'

const now = new Date('2026-11-22T12:00:00Z')
const minutes = (count: number) => new Date(now.getTime() + count * 60_000)

let world: World
let ana: Caller
beforeEach(async () => {
  world = await createWorld({ now })
  ana = await world.as(world.ana)
})
afterEach(() => world.stop())

const restoreFrom = (folder: string) =>
  installRestored(world.platform, { companyId: 1, folder, mode: 'replace', stateOf: now })
const held = async () => (await ana.get('/restore/held')).body.held
const settle = async (kind: string, action: 'release' | 'discard') =>
  (await ana.post(`/restore/held/${kind}/${action}`)).body.held
const message = (id: number) => world.ctx(1).db.select().from(messageTable).where(eq(messageTable.id, id)).get()
const sentBy = (id: number) =>
  world.ctx(1).db.update(messageTable).set({ sendState: null, ack: 1 }).where(eq(messageTable.id, id)).run()

async function write(text: string) {
  const ctx = world.ctxAs(world.ana)
  const { id } = addTicket(world.ctx(1), { status: 'open', userId: 1, queueId: 1, connectionId: 1 })
  await sendMessage(ctx, id, { texts: [text] })
  return world.ctx(1).db.select().from(messageTable).all().at(-1)?.id ?? 0
}

test('a message sent since is not sent again, and one that was not waits for an admin', async () => {
  const [sent, waiting] = [await write('enviada depois'), await write('ainda na fila')]
  const folder = backUp(world, 1)
  sentBy(sent)
  const { held: found } = await restoreFrom(folder)
  expect(found).toEqual([{ kind: 'message', count: 1 }])
  expect([message(sent), message(waiting)]).toMatchObject([
    { sendState: null, ack: 1 },
    { sendState: 'failed', sendError: 'ERR_HELD_AFTER_RESTORE' },
  ])
  const bruno = await world.as(world.bruno)
  expect([
    (await bruno.get('/restore/held')).status,
    (await bruno.post('/restore/held/message/release')).status,
  ]).toEqual([403, 403])
  expect(await settle('message', 'release')).toEqual([])
  expect(message(waiting)).toMatchObject({ sendState: 'queued', sendError: null, ack: 0 })
  expect(message(sent)).toMatchObject({ sendState: null })
})

test('without the present file everything that waited is held, and what is discarded is not sent', async () => {
  const waiting = await write('ainda na fila')
  const folder = backUp(world, 1)
  world.platform.files.erase(1)
  expect((await restoreFrom(folder)).held).toEqual([{ kind: 'message', count: 1 }])
  ana = await world.as(world.ana)
  expect(await settle('message', 'discard')).toEqual([])
  expect(message(waiting)).toMatchObject({ sendState: 'failed', sendError: 'ERR_DISCARDED_AFTER_RESTORE' })
})

async function schedule(body: string, sendAt: Date) {
  const contactId = addContact(world.ctx(1), body)
  const answer = await ana.post('/schedules', { body, contactId, whatsappId: 1, sendAt: sendAt.toISOString() })
  expect(answer.status).toBe(200)
  return answer.body.id as number
}
const scheduled = (id: number) => world.ctx(1).db.select().from(scheduleTable).where(eq(scheduleTable.id, id)).get()

test('schedules that were due are held, sent ones stay sent, and later ones are sent in time', async () => {
  const [sent, due, dropped, later] = [
    await schedule('enviado', minutes(1)),
    await schedule('devido', minutes(2)),
    await schedule('descartado', minutes(3)),
    await schedule('depois', minutes(90)),
  ]
  const folder = backUp(world, 1)
  world.ctx(1).db.update(scheduleTable).set({ status: 'ENVIADA', sentTimes: 1 }).where(eq(scheduleTable.id, sent)).run()
  world.setTime(minutes(60))
  expect((await restoreFrom(folder)).held).toEqual([{ kind: 'schedule', count: 2 }])
  await world.runJobs(1)
  expect([sent, due, dropped, later].map((id) => scheduled(id)?.status)).toEqual([
    'ENVIADA',
    'PENDENTE',
    'PENDENTE',
    'PENDENTE',
  ])
  await ana.delete(`/schedules/${dropped}`)
  expect(await held()).toEqual([{ kind: 'schedule', count: 1 }])
  await settle('schedule', 'release')
  await world.runJobs(1)
  expect([scheduled(due)?.sentTimes, scheduled(later)?.sentTimes]).toEqual([1, 0])
  world.setTime(minutes(91))
  await world.runJobs(1)
  expect(scheduled(later)?.sentTimes).toBe(1)
})

test('campaigns, webhooks, mails and bots wait, each until it is released or discarded', async () => {
  const ctx = world.ctx(1)
  const campaign = { name: 'Natal', status: 'EM_ANDAMENTO', connectionId: 1, createdAt: now, updatedAt: now } as const
  ctx.db
    .insert(campaignTable)
    .values([campaign, { ...campaign, name: 'Ano-novo', status: 'INATIVA' }])
    .run()
  const delivery = { target: 'company', event: 'message.received', body: '{}', nextAt: now, createdAt: now }
  ctx.db
    .insert(webhookDeliveryTable)
    .values([
      { ...delivery, uuid: 'lost' },
      { ...delivery, uuid: 'delivered' },
    ])
    .run()
  ctx.transaction(() => {
    enqueueJob(ctx, 'mail.send', { key: 'k', sealed: 's', before: null }, { dedupeKey: 'mail' })
    enqueueJob(ctx, 'bot.turn', { ticketId: 99 }, { dedupeKey: 'done since' })
    enqueueJob(ctx, 'bot.turn', { ticketId: 98 }, { dedupeKey: 'turn' })
    enqueueJob(ctx, 'flow.continue', { ticketId: 97, runId: 1 }, { dedupeKey: 'later', runAt: minutes(90) })
  })
  const folder = backUp(world, 1)
  ctx.db.update(webhookDeliveryTable).set({ state: 'sent' }).where(eq(webhookDeliveryTable.uuid, 'delivered')).run()
  ctx.company.sqlite.run("DELETE FROM job WHERE dedupe_key = 'done since'")
  const one = <Kind extends string>(kind: Kind) => ({ kind, count: 1 })
  expect((await restoreFrom(folder)).held).toEqual(
    (['campaign', 'webhook', 'mail', 'bot'] as const).map((kind) => one(kind)),
  )
  const keys = () => world.ctx(1).company.sqlite.query('SELECT dedupe_key FROM job ORDER BY id').values().flat()
  expect(keys()).toContain('later')
  expect(keys()).not.toContain('turn')
  expect(await settle('bot', 'release')).toEqual(['campaign', 'webhook', 'mail'].map(one))
  expect([keys().includes('turn'), keys().includes('mail'), keys().includes('done since')]).toEqual([
    true,
    false,
    false,
  ])
  expect(await settle('mail', 'discard')).toEqual(['campaign', 'webhook'].map(one))
  await settle('webhook', 'release')
  const deliveries = world.ctx(1).db.select().from(webhookDeliveryTable).all()
  expect(deliveries.map(({ uuid, state }) => `${uuid} ${state}`).toSorted()).toEqual(['delivered sent', 'lost queued'])
  expect(await settle('campaign', 'discard')).toEqual([])
  expect(
    world
      .ctx(1)
      .db.select()
      .from(campaignTable)
      .all()
      .map(({ status, stopReason }) => `${status}${stopReason}`),
  ).toEqual(['CANCELADA', 'INATIVA'])
})

/** Work within the product, or with providers about the account alone. */
const runs = [
  'payment.verify',
  'payment.registerWebhook',
  'connection.messageImport',
  'connection.delete',
  'template.sync',
  'contact.block',
  'contact.readBlockList',
  'contact.profile',
  'ticket.closeAll',
  'ticket.closeImported',
  'ticket.wake',
  'message.fetchMedia',
  'webhook.collect',
  'webhook.deliver',
  'webhook.deliverStatus',
  'bot.endQuestions',
  'ai.transcribe',
  'aiProvider.listModels',
  'agent.readFile',
  'flow.endRuns',
  'person.erase',
  'schedule.send',
  'schedule.discardUpload',
  'campaign.start',
  'campaign.expand',
  'campaign.step',
  'campaign.announce',
  'campaign.erase',
  'campaign.discardUpload',
  'queue.assign',
  'queue.reassign',
  'sla.mark',
  'sla.publish',
  'sla.recalculate',
]

test('each kind of job is either held or known to write to nobody by itself', () => {
  const others = Object.keys(jobHandlers).filter((kind) => !/^(contactList|contactImport|media)\./.test(kind))
  expect([...Object.values(heldJobs).flat(), ...runs].toSorted()).toEqual(others.toSorted())
})
