import { sendMessage } from '../../../message/send/send-message'
import { acceptTicket } from '../../../ticket/assignment/accept-ticket'
import { createWhatsAppWorld, until, type WhatsAppWorld } from '../../whatsapp/whatsapp-world'
import type { Phone } from '../../services/whatsapp-server/whatsapp-server.types'
import { percentiles } from '../load'
import type { Row } from '../rows'

const contacts = 50
const textsEach = 20
const fileBytes = 100 * 1024 * 1024
const textsBesideFile = 20

/** One paired connection against the WhatsApp test server, which runs in this process and decrypts the messages. */
export async function* outboundRows(): AsyncGenerator<Row> {
  const world = await createWhatsAppWorld({ world: { environment: { LOG_LEVEL: 'silent' } } })
  try {
    await world.pair('5511900000001', { name: 'Bench' })
    const tickets = await openConversations(world)
    await sendTexts(world, tickets, 1)
    const seconds = await sendTexts(world, tickets, textsEach)
    const perSecond = Math.round((tickets.length * textsEach) / seconds)
    yield {
      what: `outbound texts through one WhatsApp connection, ${contacts} contacts`,
      goal: '≥ 100/s',
      result: `${perSecond}/s`,
    }
    const { waitsMs, uploadMs } = await sendBesideFile(world, tickets)
    const { p50Ms, p99Ms } = percentiles(waitsMs)
    yield {
      what: 'a text behind a file of 100 MB to somebody else, queued to confirmed',
      goal: '< 200 ms',
      result: `p50 ${p50Ms} ms, p99 ${p99Ms} ms (the file took ${Math.round(uploadMs)} ms)`,
    }
  } finally {
    await world.stop()
  }
}

const agent = (world: WhatsAppWorld) => world.ctxAs(world.ana)

async function openConversations(world: WhatsAppWorld) {
  const phones: Phone[] = []
  for (let index = 0; index < contacts; index++) {
    const phone = world.server.phone(String(5511970000000 + index), { name: `Contato ${index}` })
    phones.push(phone)
    await phone.say('5511900000001', 'Oi')
  }
  const tickets = () =>
    world.ctx(1).company.sqlite.query<{ id: number }, []>(`SELECT id FROM ticket WHERE status = 'pending'`).all()
  await until(() => tickets().length === contacts, 'a ticket of each contact', 60_000)
  return tickets().map(({ id }) => acceptTicket(agent(world), id, { queueId: 1 }).id)
}

const isSent = (world: WhatsAppWorld, id: number) =>
  (world.ctx(1).company.sqlite.query<{ ack: number }, [number]>('SELECT ack FROM message WHERE id = ?').get(id)?.ack ??
    0) > 0

const waiting = (world: WhatsAppWorld) =>
  world
    .ctx(1)
    .company.sqlite.query<{ n: number }, []>('SELECT count(*) AS n FROM message WHERE send_state IS NOT NULL')
    .get()?.n ?? 0

/** Returns the seconds from the first text queued to the last confirmed by the server. */
async function sendTexts(world: WhatsAppWorld, tickets: readonly number[], each: number) {
  const startedMs = performance.now()
  for (let round = 0; round < each; round++) {
    for (const ticketId of tickets) await sendMessage(agent(world), ticketId, { texts: [`Mensagem ${round}`] })
  }
  await until(() => waiting(world) === 0, 'all texts sent', 120_000)
  return (performance.now() - startedMs) / 1000
}

async function sendBesideFile(world: WhatsAppWorld, [first = 0, ...others]: readonly number[]) {
  const file = new File([new Uint8Array(fileBytes)], 'filme.mp4', { type: 'video/mp4' })
  const [fileId = 0] = await sendMessage(agent(world), first, { texts: [''], files: [file] })
  const startedMs = performance.now()
  const waitsMs: number[] = []
  for (const ticketId of others.slice(0, textsBesideFile)) {
    const sentMs = performance.now()
    const [id = 0] = await sendMessage(agent(world), ticketId, { texts: ['Um momento'] })
    await until(() => isSent(world, id), 'the text', 60_000, 1)
    waitsMs.push(performance.now() - sentMs)
    if (isSent(world, fileId)) break
  }
  await until(() => isSent(world, fileId), 'the file', 120_000)
  return { waitsMs, uploadMs: performance.now() - startedMs }
}
