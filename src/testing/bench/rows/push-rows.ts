import { jobHandlers } from '../../../domains'
import { startJobLoop } from '../../../kernel/job/job-loop'
import { createCompany } from '../../../platform/company/create-company'
import { neverDue } from '../../../platform/company/company.queries'
import { bankCertificate } from '../../services/bank/certificates'
import { messageChange } from '../../services/graph-server/graph-changes'
import { envelopeOf, signatureOf } from '../../services/graph-server/graph-webhooks'
import { graphAppSecret, graphPhone } from '../../services/graph-server/start-graph-server'
import { startPushService } from '../../services/push-service/start-push-service'
import { text } from '../../whatsapp/cloud-talk'
import { type CloudWorld, createCloudWorld } from '../../whatsapp/cloud-world'
import { until } from '../../whatsapp/whatsapp-world'
import { percentiles } from '../load'
import type { Row } from '../rows'

const companies = [1, 2, 3, 4, 5]
const messages = 200
const burst = 20
const bursts = 5
/** Ids are those of the company, so that they tell them apart. */
const phones = companies.map((id) => ({ ...graphPhone, id: `${graphPhone.id}${id}` }))
/** The world adds the first company's account. */
const keyOf = (world: CloudWorld, companyId: number) =>
  companyId === 1 ? world.webhookKey : `PushBenchKey${String(companyId).padStart(18, '0')}`

/** From Meta's webhook to the request at a simulated push service, in this process, through the running job loop. */
export async function* pushRows(): AsyncGenerator<Row> {
  const service = await startPushService()
  const environment = { OUTGOING_ALLOW: '127.0.0.1', PUBLIC_URL: 'https://chat.acme.test', LOG_LEVEL: 'silent' }
  const world = await createCloudWorld({ phones, world: { outgoingCa: bankCertificate, environment } })
  world.noBystander()
  try {
    for (const companyId of companies) await prepare(world, service, companyId)
    const { files, catalog, log } = world.platform
    const loop = startJobLoop({ files, hints: catalog.jobHints, handlers: jobHandlers, log })
    yield await oneByOne(world, service)
    yield await inBursts(world, service)
    await loop.stop()
    if (service.refusals.length > 0) throw new Error(`The push service refused: ${service.refusals[0]}`)
  } finally {
    await world.stop()
    await service.stop()
  }
}

type Service = Awaited<ReturnType<typeof startPushService>>

/** Its first admin has a phone without a window and the tickets of all contacts. */
async function prepare(world: CloudWorld, service: Service, companyId: number) {
  if (companyId > 2) {
    const email = `${companyId}@bench.test`
    const company = { id: companyId, name: `Empresa ${companyId}`, email, planId: 1, dueDate: neverDue }
    await createCompany(world.platform, company, { name: 'Admin', email, passwordHash: 'none', super: false })
  }
  const phone = phones[companyId - 1]
  if (!phone) throw new Error(`Company ${companyId} has no phone`)
  const account = { key: keyOf(world, companyId), name: `Push ${companyId}` }
  await world.connect(companyId === 1 ? 2 : world.addAccount(companyId, phone, account), companyId)
  const admin = await world.as({ companyId, id: 1, name: '', email: '' })
  const browser = service.subscribe((await admin.get('/push')).body.publicKey)
  await admin.post('/push/devices', browser.body)
  const { sqlite } = world.ctx(companyId).company
  for (let person = 0; person < burst; person++) await say(world, companyId, person, 'Oi')
  const tickets = sqlite.query<{ n: number }, []>(`SELECT count(*) AS n FROM ticket WHERE status = 'pending'`)
  await until(() => tickets.get()?.n === burst, 'a ticket of each contact')
  sqlite.run(`UPDATE ticket SET status = 'open', user_id = 1`)
}

function say(world: CloudWorld, companyId: number, person: number, words: string) {
  const phone = phones[companyId - 1] ?? graphPhone
  const message = { id: world.graph.newMessageId(), atMs: Date.now(), content: text(words) }
  const body = Buffer.from(
    JSON.stringify(
      envelopeOf(phone.businessAccountId, messageChange(phone, { waId: `5511${970_000_000 + person}` }, message)),
    ),
  )
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signatureOf(body, graphAppSecret) }
  return fetch(world.addressOf(keyOf(world, companyId)), { method: 'POST', body, headers })
}

/** Companies and contacts in turn, at the pace of a busy host, so that each message has a notice of its own. */
async function oneByOne(world: CloudWorld, service: Service): Promise<Row> {
  const saidMs: number[] = []
  for (let index = 0; index < messages; index++) {
    saidMs.push(Date.now())
    await say(world, 1 + (index % companies.length), Math.floor(index / companies.length) % burst, `aviso ${index}`)
    await Bun.sleep(20 + ((index * 37) % 160))
  }
  const toldMs = (index: number) => service.notices.find(({ data }) => data['text'] === `aviso ${index}`)?.atMs
  await until(() => saidMs.every((_, index) => toldMs(index) !== undefined), 'a notice of each message', 10_000)
  const { p50Ms, p99Ms } = percentiles(saidMs.map((ms, index) => (toldMs(index) ?? Infinity) - ms))
  return {
    what: `notice of a message, from the webhook to the push service, ${messages} messages of ${companies.length} companies`,
    goal: '< 1 s',
    result: `p50 ${p50Ms} ms, p99 ${p99Ms} ms`,
  }
}

/** Many at once are told together, so the last request bounds the time of every message. */
async function inBursts(world: CloudWorld, service: Service): Promise<Row> {
  const [firstMs, lastMs]: [number[], number[]] = [[], []]
  for (let round = 0; round < bursts; round++) {
    const from = service.notices.length
    const began = Date.now()
    const said = companies.flatMap((id) => Array.from({ length: burst }, (_, person) => say(world, id, person, 'Oi?')))
    await Promise.all(said)
    await Bun.sleep(2000)
    for (const ofBrowser of Map.groupBy(service.notices.slice(from), ({ browser }) => browser).values()) {
      firstMs.push((ofBrowser[0]?.atMs ?? Infinity) - began)
      lastMs.push((ofBrowser.at(-1)?.atMs ?? Infinity) - began)
    }
  }
  if (lastMs.length !== bursts * companies.length) throw new Error(`Only ${lastMs.length} companies were told`)
  const describe = (all: number[]) => `${Math.min(...all)} to ${Math.max(...all)} ms`
  return {
    what: `the same, ${burst} messages to each of ${companies.length} companies at once, ${bursts} times`,
    goal: '< 1 s',
    result: `first notice of a company after ${describe(firstMs)}, last after ${describe(lastMs)}`,
  }
}
