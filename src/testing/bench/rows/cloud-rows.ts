import { addListItem } from '../../../contact-list/add-list-item'
import { jobHandlers } from '../../../domains'
import { startJobLoop } from '../../../kernel/job/job-loop'
import { sendMessage } from '../../../message/send/send-message'
import { planSync } from '../../../template/sync-templates'
import { acceptTicket } from '../../../ticket/assignment/accept-ticket'
import { text } from '../../whatsapp/cloud-talk'
import { createCloudWorld, type CloudWorld } from '../../whatsapp/cloud-world'
import { graphPhone } from '../../services/graph-server/start-graph-server'
import { until } from '../../whatsapp/whatsapp-world'
import type { Caller } from '../../world/world'
import { percentiles, startProcessorTime } from '../load'
import type { Row } from '../rows'

const contacts = 100
const textsEach = 20
const recipients = 2400
/** As far away as Meta's servers usually are. */
const answerMs = 150
const webhooks = 4800
const webhooksPerSecond = 240
const numberOf = (person: number) => `5511${970_000_000 + person}`

/** One number of WhatsApp's official API against the Graph test server, which runs in this process. */
export async function* cloudRows(): AsyncGenerator<Row> {
  const phones = [{ ...graphPhone, tier: 'TIER_UNLIMITED' }]
  const world = await createCloudWorld({ phones, world: { environment: { LOG_LEVEL: 'silent' } } })
  try {
    await world.connect()
    const tickets = await openConversations(world)
    world.graph.fail({ delayMs: answerMs, only: /messages$/ })
    yield await texts(world, tickets)
    yield await campaign(world)
    world.graph.recover()
    yield await receive(world)
  } finally {
    await world.stop()
  }
}

async function openConversations(world: CloudWorld) {
  for (let person = 0; person < contacts; person++) await world.graph.says({ waId: numberOf(person) }, text('Oi'))
  const tickets = () =>
    world.ctx(1).company.sqlite.query<{ id: number }, []>("SELECT id FROM ticket WHERE status = 'pending'").all()
  await until(() => tickets().length === contacts, 'a ticket of each contact', 60_000)
  return tickets().map(({ id }) => acceptTicket(world.ctxAs(world.ana), id, { queueId: 1 }).id)
}

const waiting = (world: CloudWorld) =>
  world
    .ctx(1)
    .company.sqlite.query<{ n: number }, []>('SELECT count(*) AS n FROM message WHERE send_state IS NOT NULL')
    .get()?.n ?? 0

/** Queues the texts of all conversations at once; each recipient must get them in order. */
async function texts(world: CloudWorld, tickets: readonly number[]): Promise<Row> {
  const from = world.graph.accepted.length
  for (let round = 0; round < textsEach; round++) {
    for (const id of tickets) await sendMessage(world.ctxAs(world.ana), id, { texts: [String(round)] })
  }
  const left = waiting(world)
  const [startedMs, spentMs] = [performance.now(), startProcessorTime()]
  await until(() => waiting(world) === 0, 'all texts sent', 300_000, 20)
  const seconds = (performance.now() - startedMs) / 1000
  const processorMs = spentMs() / left
  const sent = world.graph.accepted.slice(from)
  const isOrdered = [...Map.groupBy(sent, ({ to }) => to).values()].every((own) => {
    const rounds = own.map(({ body }) => Number((body['text'] as { body: string }).body.split('\n').at(-1)))
    return rounds.length === textsEach && rounds.every((round, index) => round === index)
  })
  return {
    what: `outbound texts through one number of the official API, ${contacts} contacts, answers after ${answerMs} ms`,
    goal: '≥ 80/s, in order for each',
    result: `${Math.round(left / seconds)}/s, ${isOrdered ? 'in order' : 'OUT OF ORDER'}, ${processorMs.toFixed(1)} ms of processor time each, with Meta's side`,
  }
}

/** A campaign without intervals, with a template, through the job loop. */
async function campaign(world: CloudWorld): Promise<Row> {
  const ana = await world.as(world.ana)
  const { files, catalog, log } = world.platform
  const components = [{ type: 'BODY', text: 'Oi, {{1}}', example: { body_text: [['Ana']] } }]
  world.graph.addTemplate({ name: 'oferta', components, category: 'MARKETING' })
  const ctx = world.ctx(1)
  ctx.transaction(() => planSync(ctx, 2))
  const loop = startJobLoop({ files, hints: catalog.jobHints, handlers: jobHandlers, log })
  const hasTemplate = () => ctx.company.sqlite.query("SELECT 1 FROM template WHERE name = 'oferta'").get()
  await until(hasTemplate, 'the template', 30_000)
  const days = { sabado: true, domingo: true, startHour: '00:00', endHour: '00:00' }
  await ana.post('/campaign-settings', { settings: { messageInterval: 0, longerIntervalAfter: 0, ...days } })
  const from = world.graph.accepted.length
  const { body } = await ana.post('/campaigns', {
    name: 'Promoção',
    message1: '',
    templates: { message1: { name: 'oferta', language: 'pt_BR', values: { 'body:1': '{nome}' } } },
    whatsappId: 2,
    contactListId: await fillList(world, ana),
    scheduledAt: new Date().toISOString(),
  })
  if (!body.id) throw new Error(`The campaign was not created: ${JSON.stringify(body)}`)
  await until(() => world.graph.accepted.length > from, 'the first message', 30_000)
  const [startedMs, spentMs] = [performance.now(), startProcessorTime()]
  await until(() => world.graph.accepted.length >= from + recipients, 'all recipients', 300_000, 20)
  const seconds = (performance.now() - startedMs) / 1000
  const processorMs = (spentMs() / recipients).toFixed(1)
  await loop.stop()
  const sent = world.graph.accepted.slice(from)
  const perSecond = [...Map.groupBy(sent, ({ atMs }) => Math.floor(atMs / 1000)).values()].map(({ length }) => length)
  const people = new Set(sent.map(({ to }) => to)).size
  return {
    what: `campaign of ${recipients} templates through one number of the official API, no interval, answers after ${answerMs} ms`,
    goal: '80/s, nobody twice',
    result: `${(recipients / seconds).toFixed(1)}/s, at most ${Math.max(...perSecond)} in a second, ${people} people, ${processorMs} ms of processor time each, with Meta's side`,
  }
}

async function fillList(world: CloudWorld, ana: Caller): Promise<number> {
  const { id } = (await ana.post('/contact-lists', { name: 'Todos' })).body
  const ctx = world.ctx(1)
  ctx.transaction(() => {
    for (let person = 0; person < recipients; person++) {
      addListItem(ctx, id, { name: `Pessoa ${person}`, number: numberOf(person + contacts), email: '', extra: {} })
    }
  })
  ctx.company.sqlite.run('UPDATE contact_list_item SET is_valid = 1')
  return id
}

/** Signed webhooks with one message each, at a steady rate. */
async function receive(world: CloudWorld): Promise<Row> {
  const all: number[] = []
  const startedMs = performance.now()
  const deliveries: Promise<void>[] = []
  const spentMs = startProcessorTime()
  for (let index = 0; index < webhooks; index++) {
    const dueMs = startedMs + (index * 1000) / webhooksPerSecond
    const waitMs = dueMs - performance.now()
    if (waitMs > 0) await Bun.sleep(waitMs)
    deliveries.push(
      (async () => {
        const at = performance.now()
        const { status } = await world.graph.says({ waId: numberOf(index % contacts) }, text(`Olá ${index}`))
        if (status !== 200) throw new Error(`A webhook was answered with ${status}`)
        all.push(performance.now() - at)
      })(),
    )
  }
  await Promise.all(deliveries)
  const seconds = (performance.now() - startedMs) / 1000
  const { p50Ms, p99Ms } = percentiles(all)
  return {
    what: `webhooks of the official API, one message each, ${webhooksPerSecond} a second, committed and answered`,
    goal: '240/s, p99 < 50 ms',
    result: `${Math.round(webhooks / seconds)}/s, p50 ${p50Ms} ms, p99 ${p99Ms} ms, ${(spentMs() / webhooks).toFixed(1)} ms of processor time each, with Meta's side`,
  }
}
