import { join } from 'node:path'
import { jobHandlers } from '../../../domains'
import { startJobLoop } from '../../../kernel/job/job-loop'
import { saveHostWebhook } from '../../../platform/host-webhook/host-webhook'
import { messageEvent, receive } from '../../conversation/inbound'
import { createWorld, type World } from '../../world/world'
import { percentiles } from '../load'
import type { Row } from '../rows'

const queued = 100_000
const messages = 8_000
const rounds = 8

export async function* webhookRows(): AsyncGenerator<Row> {
  const receiver = await startReceiver()
  const world = await createWorld({ environment: { OUTGOING_ALLOW: receiver.address } })
  yield await inboundRow(world, receiver.url)
  await saveHostWebhook(world.platform, {}, { url: receiver.url })
  yield await drainRow(world)
  world.stop()
  receiver.stop()
}

/** Measures with and without the webhook in turn, in changing order, so that both meet equally full tables. Delivers nothing. */
async function inboundRow(world: World, url: string): Promise<Row> {
  const ratios: number[] = []
  const p99s: number[] = []
  receiveMany(world, 500)
  const measure = async (to: string) => {
    await saveHostWebhook(world.platform, {}, { url: to })
    return receiveMany(world, messages / rounds)
  }
  for (let round = 0; round < rounds; round += 2) {
    const [off, on, onAgain, offAgain] = [await measure(''), await measure(url), await measure(url), await measure('')]
    ratios.push(on.cpuMs / off.cpuMs, onAgain.cpuMs / offAgain.cpuMs)
    p99s.push(on.p99Ms, onAgain.p99Ms)
  }
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  return {
    what: 'processor time of an inbound message with the host’s webhook, compared with none',
    goal: '≤ 105 %',
    result: `${Math.round(median(ratios) * 100)} %, p99 ${median(p99s)} ms`,
  }
}

function receiveMany(world: World, count: number) {
  const times: number[] = []
  const before = process.cpuUsage()
  for (let index = 0; index < count; index++) {
    const at = performance.now()
    receive(world, 1, messageEvent({ phone: `55119${20_000_000 + (index % 200)}`, text: 'Bom dia, tudo bem?' }))
    times.push(performance.now() - at)
  }
  const { user, system } = process.cpuUsage(before)
  return { cpuMs: (user + system) / 1000, ...percentiles(times) }
}

async function drainRow(world: World): Promise<Row> {
  const { sqlite } = world.ctx(1).company
  queueDeliveries(world)
  const left = sqlite.prepare<{ n: number }, []>(`SELECT count(*) AS n FROM webhook_delivery WHERE state = 'queued'`)
  const { files, catalog, log } = world.platform
  const memory: number[] = []
  const total = left.get()?.n ?? 0
  const started = performance.now()
  const loop = startJobLoop({ files, hints: catalog.jobHints, handlers: jobHandlers, log })
  while ((left.get()?.n ?? 0) > 0) {
    await Bun.sleep(1000)
    memory.push(process.memoryUsage.rss() / 1024 ** 2)
  }
  const perSecond = Math.round((total / (performance.now() - started)) * 1000)
  await loop.stop()
  const [first = 0, last = 0] = [memory[Math.floor(memory.length / 10)], memory.at(-1)]
  return {
    what: `${total.toLocaleString('en')} queued webhooks of one company delivered`,
    goal: '≥ 200/s, memory flat',
    result: `${perSecond.toLocaleString('en')}/s, ${Math.round(first)} MB after a tenth, ${Math.round(last)} MB at the end`,
  }
}

/** For a thousand tickets, so that their order must be kept, too. */
function queueDeliveries(world: World) {
  const ctx = world.ctx(1)
  const { sqlite } = ctx.company
  const body = JSON.stringify({ event: 'message.received', filler: 'x'.repeat(900) })
  const insert = sqlite.prepare(
    `INSERT INTO webhook_delivery (uuid, target, event, ticket_id, body, next_at, created_at)
     VALUES (?, 'host', 'message.received', ?, ?, ?, ?)`,
  )
  const now = Date.now()
  const heldUntil = (index: number) => (index < 1000 ? now : now + 300_000)
  ctx.transaction(() => {
    for (let index = 0; index < queued; index++) {
      insert.run(crypto.randomUUID(), index % 1000, body, heldUntil(index), now)
    }
  })
  receive(world, 1, messageEvent({ phone: '5511920000001' }))
}

async function startReceiver() {
  const script = join(import.meta.dir, '..', 'webhook-sink.ts')
  const child = Bun.spawn([process.execPath, script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const { value } = await child.stdout.getReader().read()
  const address = `127.0.0.1:${new TextDecoder().decode(value).trim()}`
  return { address, url: `http://${address}/hook`, stop: () => child.kill() }
}
