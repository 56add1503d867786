import { afterEach, expect, test } from 'bun:test'
import { cleanUpCrash, createCrashCompany } from '../../testing/process/crash-company'
import { runProduct } from '../../testing/process/crash-processes'
import { until } from '../../testing/whatsapp/whatsapp-world'
import { crashRounds } from '../../testing/process/crash-rounds'

afterEach(cleanUpCrash)

const dayMs = 86_400_000
const chats = 20
const each = 100
const rounds = crashRounds(3)

test('an import that is killed repeatedly stores every message once', async () => {
  const importOldMessages = new Date(Date.now() - 30 * dayMs).toISOString().slice(0, 10)
  const wanted = { enableImportMessage: true, importOldMessages, queueIdImportMessages: 1, greetingMessage: 'Oi' }
  const { dataDir, server, account, rows, start } = await createCrashCompany({
    async prepare(world) {
      expect((await (await world.as(world.ana)).put('/whatsapp/1', wanted)).status).toBe(200)
    },
  })
  const past = Array.from({ length: chats }, (_, chat) => ({
    with: server.phone(String(5511940000000 + chat), { name: `Cliente ${chat}` }),
    messages: Array.from({ length: each }, (__, index) => ({
      id: `HIST${chat}-${index}`,
      text: `antiga ${chat} ${index}`,
      at: Date.now() - 10 * dayMs + index * 60_000,
    })),
  }))
  const sending = account.sendHistory(past, { kind: 'full', chunkMessages: 250, delayMs: 150 })
  for (let kills = 0; kills < rounds; kills++) {
    const product = await start()
    await Bun.sleep(Math.random() * 400)
    await product.kill()
    await account.whenDisconnected(20_000)
  }
  await sending
  runProduct(dataDir, server)
  const count = (what: string) =>
    rows<{ n: number }>(`SELECT count(${what}) AS n FROM message WHERE body LIKE 'antiga%'`)[0]?.n ?? 0
  await until(
    () => count('*') >= chats * each,
    () => `all messages, ${count('*')} so far`,
    60_000,
    20,
  )
  await account.whenDrained(20_000)
  expect([count('*'), count('DISTINCT provider_id')]).toEqual([chats * each, chats * each])
  expect(rows(`SELECT 1 FROM message WHERE body LIKE 'eco%'`)).toEqual([])
}, 180_000)
