import { afterEach, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanUpCrash, type CrashCompany, createCrashCompany, onCleanUp } from '../../testing/process/crash-company'
import { runProduct, runWhatsAppServer } from '../../testing/process/crash-processes'
import { until } from '../../testing/whatsapp/whatsapp-world'
import { crashRounds } from '../../testing/process/crash-rounds'

afterEach(cleanUpCrash)

function shortcomings({ rows, count }: CrashCompany, texts: readonly string[], arrived: ReadonlySet<string>) {
  const stored = new Set(rows<{ body: string }>('SELECT body FROM message WHERE from_me = 0').map(({ body }) => body))
  const missing = texts.filter((text) => !stored.has(text))
  const unanswered = texts.filter((text) => !arrived.has(`eco ${text}`))
  const [connection] = rows('SELECT status, retries, last_error FROM connection')
  const waiting = rows(
    `SELECT id, provider_id, ack, send_state, send_attempts, send_error FROM message
     WHERE from_me = 1 AND (send_state IS NOT NULL OR ack < 1) ORDER BY id LIMIT 3`,
  )
  return [
    `${missing.length} messages are not stored: ${missing.slice(0, 5).join(', ')}`,
    `${unanswered.length} answers did not arrive: ${unanswered.slice(0, 5).join(', ')}`,
    `first in the outbox: ${JSON.stringify(waiting)}, of ${count('send_state IS NOT NULL')}`,
    `connection: ${JSON.stringify(connection)}`,
    `inbox: ${JSON.stringify(rows('SELECT id, attempts, error FROM inbound_event ORDER BY id LIMIT 3'))}`,
  ].join('\n  ')
}

function expectAllOnce(
  { rows }: CrashCompany,
  texts: readonly string[],
  inbox: readonly { id: string; text?: string }[],
) {
  const stored = rows<{ body: string }>('SELECT body FROM message WHERE from_me = 0 ORDER BY id')
  expect(stored.map(({ body }) => body)).toEqual([...texts])
  const idsOf = new Map<string, Set<string>>()
  for (const { id, text = '' } of inbox) idsOf.set(text, (idsOf.get(text) ?? new Set()).add(id))
  const answered = texts.map((text) => [text, idsOf.get(`eco ${text}`)?.size ?? 0])
  expect(answered.filter(([, answers]) => answers !== 1)).toEqual([])
  expect(idsOf.size).toBe(texts.length)
  expect(rows('SELECT id, error FROM inbound_event WHERE attempts = 0')).toEqual([])
}

/** Waits until all texts are stored, answered and confirmed. */
async function allSent(company: CrashCompany, texts: readonly string[], inbox: readonly { text?: string }[]) {
  const { account, count } = company
  const missing = () => shortcomings(company, texts, new Set(inbox.map(({ text }) => text ?? '')))
  await until(() => count('from_me = 0') >= texts.length, missing, 60_000, 20)
  await until(() => count('from_me = 1') >= texts.length, missing, 60_000, 20)
  await until(() => count('from_me = 1 AND (send_state IS NOT NULL OR ack < 2)') === 0, missing, 60_000, 20)
  await account.whenDrained(20_000)
}

const rounds = crashRounds(4)
const timeLimitMs = 180_000 + rounds * 10_000

/** Adds the next messages, and returns them. */
function nextTexts(texts: string[], count: number) {
  const added = Array.from({ length: count }, (_, index) => `mensagem ${texts.length + index}`)
  texts.push(...added)
  return added
}

test(
  'killed at any moment under load, stores each message once and in order, and sends each answer once',
  async () => {
    const company = await createCrashCompany()
    const { server, account, start } = company
    const maria = server.phone('5511977776666', { name: 'Maria' })
    const texts: string[] = []
    for (let round = 0; round < rounds; round++) {
      const product = await start()
      const before = company.count('from_me = 0')
      void maria.sayMany(account, nextTexts(texts, 40 + Math.random() * 80))
      // Alternates between the moment when messages are being stored and a random one.
      if (round % 2 === 0) await until(() => company.count('from_me = 0') > before, 'a message', 20_000)
      else await Bun.sleep(Math.random() * 350)
      await product.kill()
      await account.whenDisconnected(20_000)
    }
    await start()
    await allSent(company, texts, maria.inbox)
    expectAllOnce(company, texts, maria.inbox)
  },
  timeLimitMs,
)

test(
  'with the thread of its lines ended in turns, the process stores each message once and in order, and sends each answer once',
  async () => {
    const company = await createCrashCompany()
    const { server, account, start } = company
    const maria = server.phone('5511977776666', { name: 'Maria' })
    const texts: string[] = []
    const product = await start()
    for (let round = 0; round < rounds / 2; round++) {
      const { logins } = account
      void maria.sayMany(account, nextTexts(texts, 75))
      await Bun.sleep(Math.random() * 200)
      product.endThread()
      await until(() => account.logins > logins && account.connected, 'the next connection', 60_000)
    }
    await allSent(company, texts, maria.inbox)
    expectAllOnce(company, texts, maria.inbox)
  },
  timeLimitMs,
)

test(
  'with both sides killed in turns, stores each message once and in order, and sends each answer once',
  async () => {
    const stateFile = join(tmpdir(), `recado-whatsapp-${crypto.randomUUID()}.sqlite`)
    onCleanUp(() => ['', '-wal', '-shm'].forEach((end) => rmSync(stateFile + end, { force: true })))
    const company = await createCrashCompany({ stateFile })
    const { dataDir, count } = company
    const { url, mediaUrl, port } = company.server
    await company.server.stop()
    const [shop, maria] = [company.account.number, '5511977776666']

    async function command<Answer>(command: string, body: object): Promise<Answer> {
      const response = await fetch(`${mediaUrl}/control/${command}`, { method: 'POST', body: JSON.stringify(body) })
      if (!response.ok) throw new Error(`${command}: ${await response.text()}`)
      return response.json() as Promise<Answer>
    }
    const inbox = () => command<{ id: string; text?: string }[]>('inbox', { number: maria })

    /** Repeats a rejected message under the same id before the next one, like a phone. */
    async function sayAll(texts: readonly string[], nextId: number) {
      for (const [index, text] of texts.entries()) {
        const id = `AC${String(nextId + index).padStart(30, '0')}`
        const taken = () =>
          command('say', { number: maria, to: shop, text, id }).then(
            () => true,
            () => false,
          )
        await until(taken, `the server to take ${text}`, 20_000)
      }
    }

    const texts: string[] = []
    let whatsapp = await runWhatsAppServer(port, stateFile)
    await command('people', { number: maria, name: 'Maria' })
    let product = runProduct(dataDir, { url, mediaUrl })
    for (let round = 0; round < rounds; round++) {
      const saying = sayAll(nextTexts(texts, 20 + Math.random() * 20), round * 100)
      await Bun.sleep(Math.random() * 400)
      if (round % 3 !== 0) await whatsapp.kill()
      if (round % 3 !== 1) await product.kill()
      if (round % 3 !== 0) whatsapp = await runWhatsAppServer(port, stateFile)
      if (round % 3 !== 1) product = runProduct(dataDir, { url, mediaUrl })
      await saying
    }
    const arrived = async () => new Set((await inbox()).map(({ text }) => text ?? ''))
    const missing = async () => shortcomings(company, texts, await arrived())
    await until(() => count('from_me = 1') >= texts.length, missing, 60_000, 20)
    await until(() => count('from_me = 1 AND (send_state IS NOT NULL OR ack < 1)') === 0, missing, 60_000, 20)
    // Unreadable messages are requested again. A session that receives nothing is checked after 5 s and reopened after
    // another 10 s.
    await until(async () => (await arrived()).size >= texts.length, missing, 60_000, 50)
    expectAllOnce(company, texts, await inbox())
  },
  timeLimitMs,
)
