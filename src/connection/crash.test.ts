import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { decompose } from '../compose'
import { createWhatsAppWorld, until } from '../testing/whatsapp-world'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const child = join(import.meta.dir, '..', 'testing', 'crash-child.ts')

/** A linked account whose product is a process of its own, so that it can be killed. */
async function createVictim() {
  const w = await createWhatsAppWorld()
  folders.push(w.dataDir)
  const account = await w.pair('5511900000001', { name: 'Padaria' })
  await w.connections.stop()
  decompose(w.platform)
  const file = new Database(join(w.dataDir, 'companies', '1', 'company.sqlite'), { readonly: true })

  async function start() {
    const victim = Bun.spawn(['bun', child], {
      env: {
        ...process.env,
        DATA_DIR: w.dataDir,
        LOG_LEVEL: 'error',
        WHATSAPP_WEB_URL: w.server.url,
        WHATSAPP_MEDIA_URL: w.server.mediaUrl,
      },
      stdout: 'ignore',
      stderr: 'inherit',
    })
    await account.whenConnected()
    return victim
  }

  return {
    server: w.server,
    account,
    start,
    rows: <Row>(sql: string) => file.query<Row, []>(sql).all(),
    async stop() {
      file.close()
      await w.server.stop()
    },
  }
}

test('killed at any moment under load: every message once and in order, every answer once', async () => {
  const { server, account, start, rows, stop } = await createVictim()
  const maria = server.phone('5511977776666', { name: 'Maria' })
  const texts = Array.from({ length: 1000 }, (_, index) => `mensagem ${index}`)
  let said = 0
  let kills = 0
  while (said < texts.length) {
    const victim = await start()
    const burst = texts.slice(said, said + 40 + Math.floor(Math.random() * 80))
    said += burst.length
    void maria.sayMany(account, burst)
    await Bun.sleep(Math.random() * 350)
    victim.kill('SIGKILL')
    await victim.exited
    await account.whenDisconnected()
    kills++
  }
  const survivor = await start()
  const stored = () =>
    rows<{ body: string }>('SELECT body FROM message WHERE from_me = 0 ORDER BY id').map(({ body }) => body)
  const waiting = () => rows(`SELECT 1 FROM message WHERE from_me = 1 AND (send_state IS NOT NULL OR ack < 2)`).length
  const answers = () => rows('SELECT 1 FROM message WHERE from_me = 1').length
  await until(() => stored().length >= texts.length, 'every message', 90_000)
  await until(() => answers() === texts.length, 'an answer to each', 10_000)
  await until(() => waiting() === 0, 'every answer to be delivered', 90_000)
  await account.whenDrained(20_000)
  survivor.kill('SIGKILL')
  await survivor.exited

  expect(kills).toBeGreaterThan(8)
  expect(stored()).toEqual(texts)
  const idsOf = Map.groupBy(maria.inbox, ({ text }) => text ?? '')
  expect(texts.filter((text) => !idsOf.has(`eco ${text}`))).toEqual([])
  for (const text of texts) {
    const ids = new Set(idsOf.get(`eco ${text}`)?.map(({ id }) => id))
    expect([text, ids.size]).toEqual([text, 1])
  }
  expect(rows('SELECT 1 FROM inbound_event WHERE attempts = 0')).toEqual([])
  await stop()
}, 240_000)
