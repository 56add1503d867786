import { expect, test } from 'bun:test'
import { startMeter } from '../../testing/bench/capacity/loop-meter'
import {
  addressBookChange,
  historyChange,
  historyDeclined,
  historyFileChange,
} from '../../testing/services/graph-server/coexistence-changes'
import type { Change } from '../../testing/services/graph-server/graph-server.types'
import { envelopeOf, signatureOf } from '../../testing/services/graph-server/graph-webhooks'
import { graphAppSecret, graphPhone } from '../../testing/services/graph-server/start-graph-server'
import { createCloudTalk, maria } from '../../testing/whatsapp/cloud-talk'
import { until } from '../../testing/whatsapp/whatsapp-world'

const { world, ana, tick, says } = createCloudTalk()
const dayMs = 86_400_000
const nowMs = () => world().ctx(1).now.getTime()
const ago = (days: number) => nowMs() - days * dayMs
const joao = '5511988887777'

const rows = (sql: string) => world().ctx(1).company.sqlite.query<any, []>(sql).values()
async function deliver(...changes: Change[]) {
  expect((await world().graph.deliver(...changes)).status).toBe(200)
  const waiting = () => [...rows('SELECT id FROM inbound_event'), ...rows('SELECT id FROM history_message')].length
  await until(() => waiting() === 0, 'all to be interpreted', 30_000)
}
const progress = async () => (await ana().get('/whatsapp/2')).body.messageImport

test('a history in phases and chunks, in any order, becomes closed conversations, once; nobody is answered', async () => {
  const sent = () => world().graph.accepted.length
  await ana().put('/whatsapp/2', { name: 'Oficial', greetingMessage: 'Bem-vindo', queueIds: [1, 2] })
  const oldest = historyChange(graphPhone, { phase: 2, progress: 100 }, { [joao]: [{ id: 'wamid.a', atMs: ago(120) }] })
  const chunks = [
    historyChange(
      graphPhone,
      { phase: 1, chunk: 2, progress: 80 },
      {
        [joao]: [{ id: 'wamid.d', atMs: ago(2), isOurs: true, status: 'DELIVERED' }],
        [maria.waId]: [{ id: 'wamid.e', atMs: ago(3) }],
      },
    ),
    oldest,
    historyChange(
      graphPhone,
      { phase: 1, chunk: 1, progress: 50 },
      {
        [joao]: [
          { id: 'wamid.b', atMs: ago(60) },
          { id: 'wamid.c', atMs: ago(59), isOurs: true, status: 'READ' },
          {
            id: 'wamid.r',
            atMs: ago(58),
            content: { type: 'reaction', reaction: { message_id: 'wamid.c', emoji: '👍' } },
          },
        ],
      },
    ),
  ]
  await deliver(...chunks)
  await deliver(...chunks)
  expect(
    rows("SELECT body, from_me, ack, ticket_id FROM message WHERE body LIKE 'wamid.%' ORDER BY created_at"),
  ).toEqual([
    ['wamid.a', 0, 3, 2],
    ['wamid.b', 0, 3, 2],
    ['wamid.c', 1, 3, 2],
    ['wamid.e', 0, 3, 3],
    ['wamid.d', 1, 2, 2],
  ])
  expect(rows('SELECT status, imported, unread_messages, last_message FROM ticket ORDER BY id')).toEqual([
    ['open', 0, expect.any(Number), 'Olá'],
    ['closed', 1, 0, 'wamid.d'],
    ['closed', 1, 0, 'wamid.e'],
  ])
  expect([sent(), world().messages(2)]).toEqual([0, []])
})

test('the row shows the progress until nothing more comes', async () => {
  await deliver(historyChange(graphPhone, { progress: 20 }, { [joao]: [{ id: 'wamid.a', atMs: ago(1) }] }))
  expect(await progress()).toMatchObject({ state: 'running', this: 1, all: 1 })
  expect((await ana().get('/whatsapp/1')).body.messageImport).toBe(null)
  tick(61_000)
  await world().runJobs(1)
  expect(await progress()).toMatchObject({ state: 'done', this: 1, all: 1 })
  await deliver(historyChange(graphPhone, { phase: 1 }, { [joao]: [{ id: 'wamid.b', atMs: ago(30) }] }))
  expect(await progress()).toMatchObject({ state: 'running' })
  await ana().delete('/whatsapp/2/import')
  await deliver(historyChange(graphPhone, { phase: 2 }, { [joao]: [{ id: 'wamid.c', atMs: ago(100) }] }))
  expect(rows("SELECT body FROM message WHERE body LIKE 'wamid.%' ORDER BY id")).toEqual([['wamid.a'], ['wamid.b']])
})

test('a declined history is told in the account’s dialog, also after a phase that was shared', async () => {
  const told = async (id = 2) => (await ana().get(`/whatsapp-cloud/${id}`)).body.historyError
  await deliver(historyDeclined(graphPhone))
  expect(await progress()).toBe(null)
  expect(await told()).toBe('2593109 History sharing is turned off by the business from the WhatsApp Business App')
  await deliver(historyChange(graphPhone, { progress: 20 }, { [joao]: [{ id: 'wamid.a', atMs: ago(1) }] }))
  expect(await progress()).toMatchObject({ state: 'running' })
  expect(await told()).toContain('2593109')
  await deliver(historyDeclined(graphPhone))
  tick(61_000)
  await world().runJobs(1)
  expect(await progress()).toMatchObject({ state: 'done', this: 1, error: expect.stringContaining('2593109') })
})

// "history webhook reference", updated Dec 12, 2025: the status of a message is DELIVERED, ERROR, PENDING, PLAYED, READ or SENT.
test('a past message that could not be sent is not shown as sent, also when it comes twice', async () => {
  const past = [
    { id: 'wamid.lost', atMs: ago(2), isOurs: true, status: 'ERROR' },
    { id: 'wamid.sent', atMs: ago(1), isOurs: true, status: 'SENT' },
  ]
  const chunk = historyChange(graphPhone, {}, { [joao]: past })
  await deliver(chunk)
  await deliver(chunk)
  expect(rows("SELECT body, ack FROM message WHERE body LIKE 'wamid.%' ORDER BY created_at")).toEqual([
    ['wamid.lost', -1],
    ['wamid.sent', 1],
  ])
})

test('a file replaces its placeholder', async () => {
  const content = { type: 'media_placeholder' }
  await deliver(historyChange(graphPhone, {}, { [joao]: [{ id: 'wamid.p', atMs: ago(1), content }] }))
  expect(rows('SELECT media_type FROM message ORDER BY id')).toEqual([[null], [null]])
  const image = { id: '77', mime_type: 'image/jpeg', sha256: 'a', caption: 'A vitrine' }
  const file = historyFileChange(graphPhone, { waId: joao }, { id: 'wamid.p', atMs: ago(1) }, { type: 'image', image })
  await deliver(file, file)
  expect(rows('SELECT media_type, body FROM message ORDER BY id')).toEqual([
    [null, 'Olá'],
    ['image', 'A vitrine'],
  ])
})

/** Sends a webhook from another process, so that only the product's work is in the turns of this one. */
async function postFromOutside(change: Change) {
  const body = JSON.stringify(envelopeOf(graphPhone.businessAccountId, change))
  const options = {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signatureOf(body, graphAppSecret) },
  }
  const address = JSON.stringify(world().addressOf(world().webhookKey))
  const sender = `const { status } = await fetch(${address}, await Bun.stdin.json()); process.exit(status === 200 ? 0 : 1)`
  const { exited } = Bun.spawn([process.execPath, '-e', sender], { stdin: new Blob([JSON.stringify(options)]) })
  return exited
}

test('a chunk of 3 MB is filed in short turns, and new messages do not wait for it', async () => {
  const gapMsMax = 50
  const text = { type: 'text', text: { body: 'antiga '.repeat(20) } }
  const past = (customer: number) =>
    Array.from({ length: 100 }, (_, index) => ({
      id: `wamid.${customer}.${index}`,
      atMs: ago(20) + index * 60_000,
      isOurs: index % 3 === 0,
      content: text,
    }))
  const conversations = Object.fromEntries(Array.from({ length: 105 }, (_, n) => [String(5511940000000 + n), past(n)]))
  const chunk = historyChange(graphPhone, { phase: 1 }, conversations)
  expect(JSON.stringify(chunk).length).toBeGreaterThan(2_900_000)
  const gaps: number[] = []
  for (let round = 0; round < 3; round++) {
    const meter = startMeter()
    const ticks = setInterval(() => meter.tick(), 1)
    expect(await postFromOutside(chunk)).toBe(0)
    clearInterval(ticks)
    gaps.push(meter.read().longestCpuGapMs)
    if (round === 0) {
      await says('Bom dia')
      expect(rows('SELECT 1 FROM history_message LIMIT 1')).toHaveLength(1)
    }
    await until(() => rows('SELECT 1 FROM history_message LIMIT 1').length === 0, 'the history', 60_000)
  }
  expect(rows("SELECT count(*) FROM message WHERE body LIKE 'antiga%'")).toEqual([[10_500]])
  expect(rows('SELECT count(*) FROM ticket WHERE imported = 1')).toEqual([[105]])
  // The first runs code that is not compiled yet, and others may collect garbage.
  expect(Math.min(...gaps)).toBeLessThan(gapMsMax)
}, 180_000)

test('the address book names people without a name, adds the others, and removes nobody', async () => {
  await deliver(historyChange(graphPhone, {}, { [joao]: [{ id: 'wamid.a', atMs: ago(1) }] }))
  const book = addressBookChange(graphPhone, nowMs(), [
    { number: joao, name: 'João Silva' },
    { number: maria.waId, name: 'Maria da Padaria' },
    { number: '+5511955554444', name: 'Fornecedor' },
    { number: '5511955553333', action: 'remove' },
  ])
  await deliver(book, book)
  await deliver(addressBookChange(graphPhone, nowMs(), [{ number: joao, action: 'remove' }]))
  expect(rows('SELECT name, number FROM contact ORDER BY id')).toEqual([
    [maria.name, maria.waId],
    ['João Silva', joao],
    ['Fornecedor', '5511955554444'],
  ])
  expect(rows('SELECT count(*) FROM ticket')).toEqual([[2]])
})
