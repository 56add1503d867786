/**
 * Kills the product repeatedly while customers write and it replies, so that messages cross new sessions, and reports
 * the result: `bun src/testing/process/crossing-rounds.ts [rounds]`. Every message must be stored once and answered once.
 */
import { Database } from 'bun:sqlite'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { shutdown } from '../../compose'
import { killAll, runProduct } from './crash-processes'
import { createWhatsAppWorld, until } from '../whatsapp/whatsapp-world'

const rounds = Number(process.argv[2] ?? 30)
const customers = 5
const burst = 6
const catchUpMsMax = 120_000

let retries = 0
const world = await createWhatsAppWorld({
  server: {
    onStanza(_direction, stanza) {
      if (/^<receipt [^>]*type='retry'/.test(stanza)) retries++
    },
  },
})
const account = await world.pair('5511900000001', { name: 'Padaria' })
await world.connections.stop()
await shutdown(world.platform)
const file = new Database(join(world.dataDir, 'companies', '1', 'company.sqlite'), { readonly: true })
const phones = Array.from({ length: customers }, (_, index) => world.server.phone(`55119400000${10 + index}`))
const sentTexts: string[] = []
const catchUpsMs: number[] = []

const countStored = () =>
  file.query<{ n: number }, []>(`SELECT count(*) AS n FROM message WHERE from_me = 0 AND body <> ''`).get()?.n ?? 0
const answers = () => phones.reduce((sum, phone) => sum + new Set(phone.inbox.map(({ text }) => text)).size, 0)

/** Sends each customer's next messages in sequence. */
function sayBursts(round: number, part: string) {
  for (const [index, phone] of phones.entries()) {
    const texts = Array.from({ length: burst }, (_, each) => `${round} ${part} ${index} ${each}`)
    sentTexts.push(...texts)
    void phone.sayMany(account, texts)
  }
}

for (let round = 0; round < rounds; round++) {
  const product = runProduct(world.dataDir, world.server)
  await account.whenConnected(30_000)
  sayBursts(round, 'antes')
  await Bun.sleep(Math.random() * 400)
  await product.kill()
  await account.whenDisconnected(30_000)
  sayBursts(round, 'depois')
  const next = runProduct(world.dataDir, world.server)
  await account.whenConnected(30_000)
  const startedAt = Date.now()
  const done = () => countStored() >= sentTexts.length && answers() >= sentTexts.length
  await until(
    done,
    `round ${round}: ${countStored()} stored, ${answers()} answered of ${sentTexts.length}`,
    catchUpMsMax,
    10,
  )
  catchUpsMs.push(Date.now() - startedAt)
  await next.kill()
  await account.whenDisconnected(30_000)
}

const stored = file.query<{ body: string }, []>('SELECT body FROM message WHERE from_me = 0').all()
const bodies = new Set(stored.map(({ body }) => body))
const idsOf = new Map<string, Set<string>>()
for (const { id, text = '' } of phones.flatMap(({ inbox }) => inbox)) {
  idsOf.set(text, (idsOf.get(text) ?? new Set()).add(id))
}
const sorted = catchUpsMs.toSorted((a, b) => a - b)
const result = {
  rounds,
  said: sentTexts.length,
  lost: sentTexts.filter((text) => !bodies.has(text)).length,
  doubled: stored.length - bodies.size,
  unanswered: sentTexts.filter((text) => !idsOf.has(`eco ${text}`)).length,
  answeredTwice: sentTexts.filter((text) => (idsOf.get(`eco ${text}`)?.size ?? 0) > 1).length,
  retries,
  catchUpMs: { median: sorted[Math.floor(rounds / 2)], max: sorted.at(-1) },
}
console.log(JSON.stringify(result))
file.close()
await killAll()
await world.server.stop()
rmSync(world.dataDir, { recursive: true, force: true })
process.exit(result.lost + result.doubled + result.unanswered + result.answeredTwice === 0 ? 0 : 1)
