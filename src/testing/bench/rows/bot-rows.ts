import { join } from 'node:path'
import { connectionTable } from '../../../connection/connection.tables'
import { jobHandlers } from '../../../domains'
import { createIntegration } from '../../../integration/integration.commands'
import { IntegrationBody } from '../../../integration/integration.contract'
import { startJobLoop } from '../../../kernel/job/job-loop'
import { messageEvent, receive } from '../../conversation/inbound'
import { createWorld, type World } from '../../world/world'
import * as v from 'valibot'
import { percentiles } from '../load'
import type { Row } from '../rows'

const turns = 500
const providerMs = 2_000
/** Other work on the machine disturbs single rounds, so the median of several is taken. */
const rounds = 7
const messagesPerRound = 1_000

/** Contacts of one company write while the bots of another company wait for their provider. */
export async function* botRows(): AsyncGenerator<Row> {
  const provider = await startProvider()
  const world = await createWorld({ environment: { OUTGOING_ALLOW: provider.address } })
  await integrate(world, provider.url)
  const { files, catalog, log } = world.platform
  const loop = startJobLoop({ files, hints: catalog.jobHints, handlers: jobHandlers, log })
  await writeRounds(world)
  const before = await writeRounds(world)
  for (let index = 0; index < turns; index++) receive(world, 1, messageEvent({ phone: `55119${30_000_000 + index}` }))
  const during = await writeRounds(world)
  yield {
    what: `inbound message of another company while ${turns} bot turns wait for a provider that takes 2 s`,
    goal: 'p99 within 20 %',
    result: `p50 ${during.p50Ms} ms, p99 ${during.p99Ms} ms; ${before.p50Ms} and ${before.p99Ms} ms without; ${left(world)} turns left`,
  }
  await loop.stop()
  world.stop()
  provider.stop()
}

async function integrate(world: World, url: string) {
  const body = v.parse(IntegrationBody, { type: 'webhook', name: 'Robô', urlN8N: url })
  const { id } = await createIntegration(world.ctxAs(world.ana), body)
  const { db } = world.ctx(1)
  const [row] = db.select().from(connectionTable).all()
  if (row)
    db.update(connectionTable)
      .set({ options: { ...row.options, integrationId: id } })
      .run()
}

const left = (world: World) =>
  world.ctx(1).company.sqlite.query<{ n: number }, []>(`SELECT count(*) AS n FROM job WHERE kind = 'bot.turn'`).get()
    ?.n ?? 0

async function writeRounds(world: World) {
  const taken: Awaited<ReturnType<typeof write>>[] = []
  for (let round = 0; round < rounds; round++) taken.push(await write(world, messagesPerRound))
  const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
  return { p50Ms: median(taken.map(({ p50Ms }) => p50Ms)), p99Ms: median(taken.map(({ p99Ms }) => p99Ms)) }
}

async function write(world: World, count: number) {
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const at = performance.now()
    receive(world, 2, messageEvent({ phone: `55119${20_000_000 + (index % 200)}`, text: 'Bom dia, tudo bem?' }))
    times.push(performance.now() - at)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return percentiles(times)
}

async function startProvider() {
  const script = join(import.meta.dir, '..', 'webhook-sink.ts')
  const child = Bun.spawn([process.execPath, script, String(providerMs)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const { value } = await child.stdout.getReader().read()
  const address = `127.0.0.1:${new TextDecoder().decode(value).trim()}`
  return { address, url: `http://${address}/robo`, stop: () => child.kill() }
}
