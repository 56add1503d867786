import { Database } from 'bun:sqlite'
import { afterEach, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { shutdown } from '../../compose'
import { killAll, runProduct } from '../../testing/crash-processes'
import { createWhatsAppWorld, until } from '../../testing/whatsapp-world'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  await killAll()
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

const dayMs = 86_400_000
const chats = 20
const each = 100

test('an import that is killed repeatedly stores every message once', async () => {
  const world = await createWhatsAppWorld()
  cleanUps.push(() => rmSync(world.dataDir, { recursive: true, force: true }))
  const importOldMessages = new Date(Date.now() - 30 * dayMs).toISOString().slice(0, 10)
  const wanted = { enableImportMessage: true, importOldMessages, queueIdImportMessages: 1, greetingMessage: 'Oi' }
  expect((await (await world.as(world.ana)).put('/whatsapp/1', wanted)).status).toBe(200)
  const account = await world.pair('5511900000001', { name: 'Padaria' })
  await world.connections.stop()
  shutdown(world.platform)
  const file = new Database(join(world.dataDir, 'companies', '1', 'company.sqlite'), { readonly: true })
  cleanUps.push(
    () => file.close(),
    () => world.server.stop(),
  )
  const past = Array.from({ length: chats }, (_, chat) => ({
    with: world.server.phone(String(5511940000000 + chat), { name: `Cliente ${chat}` }),
    messages: Array.from({ length: each }, (__, index) => ({
      id: `HIST${chat}-${index}`,
      text: `antiga ${chat} ${index}`,
      at: Date.now() - 10 * dayMs + index * 60_000,
    })),
  }))
  const sending = account.sendHistory(past, { kind: 'full', chunkMessages: 250, delayMs: 150 })
  for (let kills = 0; kills < 5; kills++) {
    const product = runProduct(world.dataDir, world.server)
    // Starting the process takes a second of processor time, which is long on a busy machine.
    await account.whenConnected(60_000)
    await Bun.sleep(Math.random() * 400)
    await product.kill()
    await account.whenDisconnected(20_000)
  }
  await sending
  runProduct(world.dataDir, world.server)
  const count = (what: string) =>
    file.query<{ n: number }, []>(`SELECT count(${what}) AS n FROM message WHERE body LIKE 'antiga%'`).get()?.n ?? 0
  await until(
    () => count('*') >= chats * each,
    () => `all messages, ${count('*')} so far`,
    60_000,
    20,
  )
  await account.whenDrained(20_000)
  expect([count('*'), count('DISTINCT provider_id')]).toEqual([chats * each, chats * each])
  expect(file.query(`SELECT 1 FROM message WHERE body LIKE 'eco%'`).all()).toEqual([])
}, 180_000)
