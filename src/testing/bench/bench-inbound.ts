import { connectionTable } from '../../connection/connection.tables'
import type { InboundEvent } from '../../channel/channel'
import { listMessages } from '../../message/list/list-messages'
import type { InboundConnection } from '../../message/inbound/inbound-message'
import { interpretInbound } from '../../message/inbound/interpret-inbound'
import { createWorld, type World } from '../world/world'

const contacts = 500
const messages = 20_000
const batchSize = 100
const bodies = [
  'Bom dia, tudo bem com vocês hoje?',
  'Preciso da segunda via do boleto',
  'Obrigada pela atenção de sempre!',
]

const event = (index: number): InboundEvent => ({
  type: 'message',
  id: `3A${String(index).padStart(18, '0')}`,
  chat: {
    addresses: [{ kind: 'phone', value: `55119${String(10_000_000 + (index % contacts))}` }],
    name: `Pessoa ${index % contacts}`,
  },
  fromMe: false,
  atMs: Date.now(),
  content: { kind: 'text', text: bodies[index % bodies.length] ?? '' },
  key: { remoteJid: `55119${10_000_000 + (index % contacts)}@s.whatsapp.net`, id: `3A${index}`, fromMe: false },
})

/** Measures how fast SQLite inserts one such row per transaction: the lower bound for all other figures. */
function rawInserts(world: World) {
  const { sqlite } = world.ctx(2).company
  sqlite.run('CREATE TABLE floor (id INTEGER PRIMARY KEY, ticket_id, connection_id, provider_id, body, created_at)')
  const insert = sqlite.prepare(
    'INSERT INTO floor (ticket_id, connection_id, provider_id, body, created_at) VALUES (?, ?, ?, ?, ?)',
  )
  return perSecond(messages, (index) =>
    insert.run(index % contacts, 1, `3A${index}`, bodies[index % bodies.length] ?? '', index),
  )
}

function perSecond(count: number, work: (index: number) => unknown) {
  const startedAt = performance.now()
  for (let index = 0; index < count; index++) work(index)
  return count / ((performance.now() - startedAt) / 1000)
}

function interpretAll(world: World, connection: InboundConnection, from: number, count: number, batch: number) {
  const waits: number[] = []
  const startedAt = performance.now()
  for (let index = from; index < from + count; index += batch) {
    const events = Array.from({ length: batch }, (_, offset) => event(index + offset))
    const beganAt = performance.now()
    interpretInbound(world.ctx(1), connection, events)
    waits.push(performance.now() - beganAt)
  }
  const rate = count / ((performance.now() - startedAt) / 1000)
  waits.sort((a, b) => a - b)
  return { rate, p50: waits[Math.floor(waits.length * 0.5)] ?? 0, p99: waits[Math.floor(waits.length * 0.99)] ?? 0 }
}

function openConversation(world: World, connection: InboundConnection) {
  const { sqlite } = world.ctx(1).company
  const phone = { kind: 'phone', value: '5511988887777' } as const
  const write = (count: number, from: number) =>
    interpretInbound(
      world.ctx(1),
      connection,
      Array.from({ length: count }, (_, index): InboundEvent => ({
        ...(event(0) as Extract<InboundEvent, { type: 'message' }>),
        id: `LONG${from + index}`,
        chat: { addresses: [phone] },
        atMs: Date.now() - 86_400_000 + from + index,
      })),
    )
  for (let index = 0; index < 300; index++) {
    write(5, index * 5)
    sqlite.run(`UPDATE ticket SET status = 'closed' WHERE contact_id = (SELECT max(id) FROM contact)`)
  }
  write(10_000, 10_000)
  const { id } = sqlite.query<{ id: number }, []>('SELECT max(id) AS id FROM ticket').get() ?? { id: 0 }
  const ctx = world.ctxAs(world.ana)
  const waits: number[] = []
  let cursor: string | undefined
  for (let tries = 0; tries < 1000; tries++) {
    const beganAt = performance.now()
    const page = listMessages(ctx, id, { pageNumber: 1, cursor, selectedQueues: [] })
    waits.push(performance.now() - beganAt)
    cursor = page.nextCursor ?? undefined
  }
  waits.sort((a, b) => a - b)
  return { p50: waits[500] ?? 0, p99: waits[990] ?? 0 }
}

const world = await createWorld()
try {
  const connection = world.ctx(1).db.select().from(connectionTable).get()
  if (!connection) throw new Error('The world has no connection')
  const raw = rawInserts(world)
  world.watch(false)
  // The first message of each contact creates contact and ticket; the others are the ordinary case.
  const first = interpretAll(world, connection, 0, contacts, 1)
  const single = interpretAll(world, connection, contacts, messages, 1)
  const batched = interpretAll(world, connection, contacts + messages, messages, batchSize)
  world.watch(true)
  const watched = interpretAll(world, connection, contacts + 2 * messages, messages, batchSize)
  const line = (name: string, { rate, p50, p99 }: typeof single) =>
    console.log(
      `${name.padEnd(34)} ${Math.round(rate).toString().padStart(7)}/s  1/${(raw / rate).toFixed(1)} of raw  p50 ${p50.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms`,
    )
  console.log(`raw insert, one row a transaction  ${Math.round(raw).toString().padStart(7)}/s`)
  line('first message of a contact', first)
  line('one message a transaction', single)
  line(`batches of ${batchSize}`, batched)
  line(`batches of ${batchSize}, with a watcher`, watched)
  const opening = openConversation(world, connection)
  console.log(`a page of a conversation             p50 ${opening.p50.toFixed(2)} ms  p99 ${opening.p99.toFixed(2)} ms`)
} finally {
  world.stop()
}
