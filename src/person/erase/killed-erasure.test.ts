import { afterEach, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createRandom } from '../../testing/bench/bench-company'
import { addContact, addTicket } from '../../testing/conversation/tickets'
import { messageEvent, phones, receive } from '../../testing/conversation/inbound'
import { createWorld, type World } from '../../testing/world/world'
import { indexNewMessages } from '../../message/search/index-messages'

const script = join(import.meta.dir, '../../testing/process/erasure-process.ts')
const [tickets, messages, kills, seed] = [40, 10_000, 5, 20_261_130]

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.stop())

const run = (text: string) => world.ctx(1).company.sqlite.run(text)
const count = (rows: string) =>
  world.ctx(1).company.sqlite.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${rows}`).get()?.n

test('killed again and again, an erasure continues and ends once', async () => {
  const random = createRandom(seed)
  receive(world, 1, messageEvent({ text: 'De outra', phone: phones[2] }))
  const rita = addContact(world.ctx(1), 'Rita')
  for (let index = 0; index < tickets; index++) {
    addTicket(world.ctx(1), { contactId: rita, status: 'closed', userId: 2 })
  }
  run(`UPDATE ticket SET started_at = created_at, closed_at = created_at + 60000 WHERE contact_id = ${rita}`)
  run(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${messages})
    INSERT INTO message (ticket_id, connection_id, provider_id, contact_id, from_me, body, created_at)
    SELECT 2 + i % ${tickets}, 1, 'x' || i, ${rita}, 0, 'Mensagem ' || i, i FROM n`)
  indexNewMessages(world.ctx(1))
  const ana = await world.as(world.ana)
  const before = (await ana.get('/ticketreport/summary?groupBy=user')).body
  expect((await ana.post(`/contacts/${rita}/erase`, { name: 'Rita' })).status).toBe(200)

  const messagesOfRita = `message WHERE contact_id = ${rita}`
  const left: (number | undefined)[] = []
  for (let round = 0; round < kills; round++) {
    const child = Bun.spawn([process.execPath, script], {
      env: { ...process.env, DATA_DIR: world.dataDir, LOG_LEVEL: 'error' },
      stdout: 'pipe',
      stderr: 'inherit',
    })
    await child.stdout.getReader().read()
    await Bun.sleep(20 + random(100))
    // However slow the machine is, the last one has begun.
    while (round === kills - 1 && count(messagesOfRita) === messages) await Bun.sleep(5)
    child.kill('SIGKILL')
    await child.exited
    left.push(count(messagesOfRita))
  }
  expect(left).toEqual(left.toSorted((one = 0, other = 0) => other - one))
  expect(left.at(-1)).toBeLessThan(messages)
  expect(count('person_erasure')).toBe(1)

  await world.runJobs(1)
  expect(count('message')).toBe(1)
  expect(count(`ticket WHERE contact_id = ${rita}`)).toBe(0)
  expect(count('erased_ticket')).toBe(tickets)
  expect(count(`contact WHERE id = ${rita}`)).toBe(0)
  expect(count('person_erasure')).toBe(0)
  expect(count("message_search WHERE message_search MATCH 'mensagem'")).toBe(0)
  run("INSERT INTO message_search (message_search) VALUES ('integrity-check')")
  expect((await ana.get('/ticketreport/summary?groupBy=user')).body).toEqual(before)
}, 120_000)
