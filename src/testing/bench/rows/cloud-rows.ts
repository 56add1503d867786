import { addListItem } from '../../../contact-list/add-list-item'
import { jobHandlers } from '../../../domains'
import { startJobLoop } from '../../../kernel/job/job-loop'
import { sendMessage } from '../../../message/send/send-message'
import { planSync } from '../../../template/sync-templates'
import { acceptTicket } from '../../../ticket/assignment/accept-ticket'
import { text } from '../../whatsapp/cloud-talk'
import { messageChange } from '../../services/graph-server/graph-changes'
import type { Json } from '../../services/graph-server/graph-server.types'
import { envelopeOf, signatureOf } from '../../services/graph-server/graph-webhooks'
import { pageEnvelope } from '../../services/graph-server/page-webhooks'
import { graphPages } from '../../services/graph-server/page-state'
import { createCloudWorld, type CloudWorld } from '../../whatsapp/cloud-world'
import { createPageWorld, type PageWorld } from '../../whatsapp/page-world'
import { graphPhone } from '../../services/graph-server/start-graph-server'
import { until } from '../../whatsapp/whatsapp-world'
import type { Caller } from '../../world/world'
import { startMeter } from '../capacity/loop-meter'
import { percentiles, startProcessorTime } from '../load'
import type { Row } from '../rows'
import type { SentWebhooks, SignedWebhook, WebhooksToSend } from './webhook-sender'

const contacts = 100
const textsEach = 20
const recipients = 2400
/** As far away as Meta's servers usually are. */
const answerMs = 150
const webhooksMax = 2400
/** More would be refused until some of them are in their conversations. */
const waitingMax = 45_000
const webhooksPerSecond = 240
const batchBytes = 2.9 * 1024 * 1024
const numberOf = (person: number) => `5511${970_000_000 + person}`

/** An account of the official API, or a page, on a world of its own. */
interface Account {
  world: CloudWorld | PageWorld
  name: string
  /** The body of a webhook with a message of each person. */
  bodyOf(people: readonly number[], words: string): Json
  sent(): { to: unknown; text: string }[]
}

/** Accounts against the Graph test server, which runs in this process. `page`: a page's Messenger, too, and only it. */
export async function* cloudRows(kind = 'number'): AsyncGenerator<Row> {
  const account = kind === 'page' ? await openPage() : await openNumber()
  const { world } = account
  try {
    const tickets = await openConversations(account)
    world.graph.fail({ delayMs: answerMs, only: /messages$/ })
    yield await texts(account, tickets)
    if ('connect' in world) yield await campaign(world)
    world.graph.recover()
    for (const events of [1, 50]) yield await receive(account, events)
    yield await receiveBatch(account)
  } finally {
    await world.stop()
  }
}

const silent = { environment: { LOG_LEVEL: 'silent' } }

async function openNumber(): Promise<Account> {
  const phone = { ...graphPhone, tier: 'TIER_UNLIMITED' }
  const world = await createCloudWorld({ phones: [phone], world: silent })
  await world.connect()
  const { graph } = world
  const changeOf = (person: number, words: string) =>
    messageChange(
      phone,
      { waId: numberOf(person) },
      { id: graph.newMessageId(), atMs: Date.now(), content: text(words) },
    )
  return {
    world,
    name: 'number of the official API',
    bodyOf: (people, words) => envelopeOf(phone.businessAccountId, ...people.map((person) => changeOf(person, words))),
    sent: () => graph.accepted.map(({ to, body }) => ({ to, text: (body['text'] as { body: string }).body })),
  }
}

async function openPage(): Promise<Account> {
  const world = await createPageWorld({ world: silent })
  await world.linkAll()
  const { graph, pages } = world
  const page = graphPages[0]?.id ?? ''
  for (let person = 0; person < contacts; person++) {
    graph.state.pages.people.set(numberOf(person), { id: numberOf(person), firstName: 'Pessoa', lastName: `${person}` })
  }
  graph.state.pages.isSilent = true
  const eventOf = (person: number, words: string) => {
    graph.state.pages.wroteAt.set(numberOf(person), Date.now())
    return pages.event(page, numberOf(person), Date.now(), { message: { mid: pages.newMid(), text: words } })
  }
  return {
    world,
    name: 'page',
    bodyOf([first = 0, ...rest], words) {
      const entry = eventOf(first, words)
      const messaging = [entry, ...rest.map((person) => eventOf(person, words))].flatMap((one) => one.messaging ?? [])
      return pageEnvelope(Date.now(), { ...entry, messaging })
    },
    sent: () =>
      graph.state.pages.sent.flatMap(({ mid, body }) => {
        const { text: words } = (body['message'] ?? {}) as { text?: string }
        return mid && words ? [{ to: (body['recipient'] as { id: string }).id, text: words }] : []
      }),
  }
}

async function openConversations(account: Account) {
  const { world } = account
  for (let person = 0; person < contacts; person++) await prepare(account, [person], 'Oi')()
  const tickets = () =>
    world.ctx(1).company.sqlite.query<{ id: number }, []>("SELECT id FROM ticket WHERE status = 'pending'").all()
  await until(() => tickets().length === contacts, 'a ticket of each contact', 60_000)
  return tickets().map(({ id }) => acceptTicket(world.ctxAs(world.ana), id, { queueId: 1 }).id)
}

const waiting = (world: Account['world']) =>
  world
    .ctx(1)
    .company.sqlite.query<{ n: number }, []>('SELECT count(*) AS n FROM message WHERE send_state IS NOT NULL')
    .get()?.n ?? 0

/** Queues the texts of all conversations at once; each recipient must get them in order. */
async function texts({ world, name, sent: allSent }: Account, tickets: readonly number[]): Promise<Row> {
  const from = allSent().length
  for (let round = 0; round < textsEach; round++) {
    for (const id of tickets) await sendMessage(world.ctxAs(world.ana), id, { texts: [String(round)] })
  }
  const left = waiting(world)
  const [startedMs, spentMs] = [performance.now(), startProcessorTime()]
  await until(() => waiting(world) === 0, 'all texts sent', 300_000, 20)
  const seconds = (performance.now() - startedMs) / 1000
  const processorMs = spentMs() / left
  const sent = allSent().slice(from)
  const isOrdered = [...Map.groupBy(sent, ({ to }) => to).values()].every((own) => {
    const rounds = own.map(({ text }) => Number(text.split('\n').at(-1)))
    return rounds.length === textsEach && rounds.every((round, index) => round === index)
  })
  return {
    what: `outbound texts through one ${name}, ${contacts} contacts, answers after ${answerMs} ms`,
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

/** Signed webhooks with so many messages each, at a steady rate, from a thread of Meta's own. */
async function receive(account: Account, events: number): Promise<Row> {
  const webhooks = Math.min(webhooksMax, Math.floor(waitingMax / events))
  const people = (index: number) => Array.from({ length: events }, (_, event) => (index + event) % contacts)
  const requests = Array.from({ length: webhooks }, (_, index) => sign(account, people(index), `Olá ${index}`))
  const sender = new Worker(new URL('./webhook-sender.ts', import.meta.url).href)
  const spentMs = startProcessorTime()
  const done = new Promise<SentWebhooks>((resolve, reject) => {
    sender.onmessage = ({ data }: MessageEvent<SentWebhooks>) => resolve(data)
    sender.onerror = ({ message }) => reject(new Error(message))
  })
  sender.postMessage({
    url: account.world.graph.webhook.url,
    requests,
    perSecond: webhooksPerSecond,
  } satisfies WebhooksToSend)
  const { seconds, answersMs, statuses } = await done
  sender.terminate()
  const refused = statuses.filter((status) => status !== 200)
  if (refused.length > 0) throw new Error(`${refused.length} webhooks were answered with ${refused[0]}`)
  const { p50Ms, p99Ms } = percentiles(answersMs)
  const { sqlite } = account.world.ctx(1).company
  const filed = sqlite.query<{ n: number }, []>('SELECT count(*) AS n FROM inbound_event')
  const left = filed.get()?.n ?? 0
  await until(() => filed.get()?.n === 0, 'all messages in their conversations', 300_000, 200)
  return {
    what: `webhooks of one ${account.name}, messages in each: ${events}, ${webhooksPerSecond} a second, committed and answered`,
    goal: '240/s, p99 < 50 ms',
    result: `${Math.round(webhooks / seconds)}/s, p50 ${p50Ms} ms, p99 ${p99Ms} ms, ${left} messages still filed then, ${(spentMs() / webhooks).toFixed(1)} ms of processor time each, with Meta's side`,
  }
}

/** Signs a webhook, so that its delivery costs Meta's side little. */
function sign({ world, bodyOf }: Account, people: readonly number[], words: string): SignedWebhook {
  const body = Buffer.from(JSON.stringify(bodyOf(people, words)))
  const signature = signatureOf(body, world.graph.webhook.appSecret)
  return { body, headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature } }
}

function prepare(account: Account, people: readonly number[], words: string) {
  const request = sign(account, people, words)
  return () => fetch(account.world.graph.webhook.url, { method: 'POST', ...request })
}

/** Meta's largest webhook, whose filing and interpretation leave the event loop to others. */
async function receiveBatch(account: Account): Promise<Row> {
  const bytesOf1000 = Buffer.byteLength(JSON.stringify(account.bodyOf(everyone(1000), 'Em lote')))
  const messages = Math.floor((batchBytes / bytesOf1000) * 1000)
  const deliver = prepare(account, everyone(messages), 'Em lote')
  await Bun.sleep(1000)
  const { sqlite } = account.world.ctx(1).company
  // Counting messages by their words would hold the loop itself.
  const last = sqlite.query<{ id: number }, []>('SELECT coalesce(max(id), 0) AS id FROM message')
  const from = last.get()?.id ?? 0
  const meter = startMeter()
  const timer = setInterval(meter.tick, 1)
  const at = performance.now()
  const { status } = await deliver()
  const answeredMs = Math.round(performance.now() - at)
  if (status !== 200) throw new Error(`The batch was answered with ${status}`)
  await until(() => last.get()?.id === from + messages, 'the batch', 300_000, 200)
  clearInterval(timer)
  const { longestGapMs, longestOwnGapMs } = meter.read()
  return {
    what: `a webhook of 3 MB of one ${account.name}, ${messages} messages, until all are in their conversations`,
    goal: 'event loop never held above 50 ms',
    result: `${longestOwnGapMs} ms (${longestGapMs} ms with other work on the machine), answered after ${answeredMs} ms`,
  }
}

const everyone = (count: number) => Array.from({ length: count }, (_, person) => person % contacts)
