import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../../app'
import { compose, shutdown } from '../../compose'
import { createContext } from '../../kernel/company/company-context'
import { readConfig } from '../../kernel/config/config'
import { mediaPath } from '../../kernel/file/media-store'
import { createAccessTokens } from '../../platform/sign-in/access-token'
import { startSession } from '../../user/session/session'
import type { Platform } from '../../platform/platform'
import { createRequests } from '../../testing/world/requests'
import { startWhatsAppServer } from '../../testing/services/whatsapp-server/start-whatsapp-server'
import type { WhatsAppServer } from '../../testing/services/whatsapp-server/whatsapp-server.types'
import { staff } from './demo-company'
import { fillDemo } from './fill-demo'
import { indexNewMessages } from '../../message/search/index-messages'
import { firstStaffId } from '../story/plan-conversations'

/** Fixed, because the number of open tickets depends on the time of day. */
const now = new Date('2026-11-20T18:00:00Z')
let dataDir: string
let server: WhatsAppServer
let platform: Platform

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'recado-demo-'))
  server = await startWhatsAppServer()
  await fillDemo({ dataDir, server, size: { contacts: 110, conversations: 100 }, now })
  platform = compose({ config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }) })
}, 90_000)
afterAll(async () => {
  await shutdown(platform)
  await server.stop()
  rmSync(dataDir, { recursive: true })
})

const ctx = () => createContext(platform.files.use(1))
const all = <Row = Record<string, unknown>>(sql: string) => ctx().company.sqlite.query<Row, []>(sql).all()
const count = (sql: string) => all<{ n: number }>(sql)[0]?.n ?? 0

async function as(name: string) {
  const userId = staff.findIndex((member) => member.name.startsWith(name)) + firstStaffId
  const tokens = createAccessTokens(platform.hostKey.sessionSecret, platform.clock)
  const app = createApp({ platform, tokens })
  const { session } = startSession(platform, ctx(), userId, '127.0.0.1')
  return createRequests(app, await tokens.sign(session))
}

interface TicketPage {
  tickets: { queueId: number | null; userId: number | null; status: string }[]
  count: number
}

test('contains tickets of every status with their messages, notes and tags', () => {
  const states = all<{ status: string; n: number }>('SELECT status, count(*) AS n FROM ticket GROUP BY 1 ORDER BY 1')
  expect(states.map(({ status }) => status)).toEqual(['closed', 'group', 'nps', 'open', 'pending'])
  expect(count("SELECT count(*) AS n FROM ticket WHERE status = 'pending' AND unread_messages = 0")).toBe(0)
  expect(count("SELECT count(DISTINCT user_id) AS n FROM ticket WHERE status = 'open'")).toBe(staff.length)
  expect(count('SELECT count(DISTINCT rating) AS n FROM ticket')).toBeGreaterThan(2)
  expect(count("SELECT count(*) AS n FROM ticket WHERE started_by_us AND status = 'closed'")).toBeGreaterThan(5)
  for (const what of [
    ...["media_type = 'image'", "media_type = 'audio'", "media_type = 'application'", "media_type = 'locationMessage'"],
    ...["media_type = 'contactMessage'", 'is_private', 'is_deleted', 'edited_at > 0', 'quoted_message_id > 0'],
  ]) {
    expect([what, count(`SELECT count(*) AS n FROM message WHERE ${what}`) > 0]).toEqual([what, true])
  }
  for (const table of [
    'message_reaction',
    'ticket_note',
    'contact_tag',
    'ticket_tag',
    'contact_extra_info',
    'quick_message',
    'macro',
    'rule',
    'file_list',
    'chatbot',
  ]) {
    expect([table, count(`SELECT count(*) AS n FROM ${table}`) > 0]).toEqual([table, true])
  }
  const recipients = 'SELECT contact_id FROM campaign_shipping WHERE contact_id IS NOT NULL'
  expect(count(`SELECT count(*) AS n FROM contact WHERE is_group = 0 AND id NOT IN (${recipients})`)).toBe(112)
  expect(all('SELECT status, asked > 0 AS asks, sent > 0 AS sends FROM campaign ORDER BY id')).toEqual([
    { status: 'FINALIZADA', asks: 0, sends: 1 },
    { status: 'EM_ANDAMENTO', asks: 1, sends: 1 },
  ])
})

test('stored counters equal the counted rows', () => {
  expect(
    all('SELECT status, user_id, queue_id, tickets, unread FROM ticket_count WHERE tickets > 0 ORDER BY 1, 2, 3'),
  ).toEqual(
    all(`SELECT status, ifnull(user_id, 0) AS user_id, ifnull(queue_id, 0) AS queue_id, count(*) AS tickets,
      sum(unread_messages > 0) AS unread FROM ticket GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`),
  )
  expect(all('SELECT starts_at, from_me, is_group, messages FROM message_count ORDER BY 1, 2, 3')).toEqual(
    all(`SELECT message.created_at / 3600000 * 3600000 AS starts_at, from_me, is_group, count(*) AS messages
      FROM message JOIN ticket ON ticket.id = ticket_id WHERE NOT is_private GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`),
  )
  expect(all('SELECT id, contacts, tickets FROM tag ORDER BY id')).toEqual(
    all(`SELECT id, (SELECT count(*) FROM contact_tag WHERE tag_id = tag.id) AS contacts,
      (SELECT count(*) FROM ticket_tag WHERE tag_id = tag.id) AS tickets FROM tag ORDER BY id`),
  )
  expect(
    count(`SELECT count(*) AS n FROM ticket WHERE last_message_id IS NOT
      (SELECT id FROM message WHERE ticket_id = ticket.id AND NOT is_private ORDER BY created_at DESC, id DESC LIMIT 1)`),
  ).toBe(0)
})

test('promises were kept and broken, and some are owed', () => {
  const verdicts = all<{ kept: number }>('SELECT DISTINCT kept FROM sla_result ORDER BY kept')
  expect(verdicts).toEqual([{ kept: 0 }, { kept: 1 }])
  expect(count('SELECT count(*) AS n FROM ticket WHERE due_at IS NOT NULL')).toBeGreaterThan(0)
})

test('the search indexes match their tables', async () => {
  ctx().company.sqlite.run(`INSERT INTO contact_search (contact_search, rank) VALUES ('integrity-check', 1)`)
  indexNewMessages(ctx())
  // Messages without words are not indexed, which the check would report as damage.
  ctx().company.sqlite.run(`INSERT INTO message_search (message_search) VALUES ('integrity-check')`)
  const holders = new Map<string, number[]>()
  for (const { id, body } of all<{ id: number; body: string }>('SELECT id, body FROM message ORDER BY id')) {
    const words = body
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
    for (const word of new Set(words)) holders.set(word, [...(holders.get(word) ?? []), id])
  }
  expect(holders.size).toBeGreaterThan(200)
  const search = ctx().company.sqlite.query<{ id: number }, [string]>(
    'SELECT rowid AS id FROM message_search WHERE message_search MATCH ? ORDER BY rowid',
  )
  for (const [word, ids] of holders) expect([word, search.all(`"${word}"`).map(({ id }) => id)]).toEqual([word, ids])
  const ana = await as('Ana')
  const found = await ana.get('/tickets?status=search&searchOnMessages=true&searchParam=boleto')
  const holding = count(
    `SELECT count(DISTINCT ticket_id) AS n FROM message WHERE body LIKE '%boleto%' AND NOT is_private`,
  )
  expect(holding).toBeGreaterThan(0)
  expect((found.body as TicketPage).tickets.length).toBe(Math.min(holding, 40))
})

test('events are in chronological order, and no unexpected job is pending', () => {
  expect(count('SELECT count(*) AS n FROM event a JOIN event b ON b.number = a.number + 1 WHERE b.at < a.at')).toBe(0)
  expect(count(`SELECT count(*) AS n FROM event WHERE at > ${now.getTime()}`)).toBe(0)
  expect(
    count(`SELECT count(*) AS n FROM ticket WHERE NOT EXISTS
      (SELECT 1 FROM event WHERE ticket_id = ticket.id AND type = 'ticket.created')`),
  ).toBe(0)
  // The campaign and the clocks are still running, and the AI provider is available only while the demo runs.
  const later = "'campaign.step', 'sla.mark', 'sla.recalculate', 'aiProvider.listModels', 'agent.readFile'"
  const dueJobs = `job WHERE run_at <= ${now.getTime()} AND kind NOT IN (${later})`
  for (const rest of [dueJobs, 'outbound_change', 'inbound_event', 'message WHERE send_state IS NOT NULL']) {
    expect([rest, count(`SELECT count(*) AS n FROM ${rest}`)]).toEqual([rest, 0])
  }
  expect(count(`SELECT count(*) AS n FROM message WHERE data ->> '$.file' IS NOT NULL AND media_id IS NULL`)).toBe(0)
})

test('every file exists, is complete and has the declared type', async () => {
  const files = all<{ key: string; type: string; size: number }>('SELECT key, type, size FROM media')
  for (const { key, size } of files) expect(Bun.file(mediaPath(ctx(), key)).size).toBe(size)
  const folder = ctx().company.mediaFolder
  expect(readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile()).length).toBe(
    files.length,
  )
  const types = new Set(files.map(({ type }) => type))
  expect(types).toEqual(new Set(['image/jpeg', 'image/webp', 'audio/mpeg', 'application/pdf']))
})

test('the phones contain the same conversations as the product', () => {
  const rows = all<{ id: string; number: string }>(
    `SELECT provider_id AS id, number FROM message JOIN ticket ON ticket.id = ticket_id JOIN contact ON contact.id = ticket.contact_id
     WHERE provider_id IS NOT NULL AND NOT ticket.is_group`,
  )
  const missing = rows.filter(({ id, number }) => !server.phone(number).message(id))
  expect(rows.length).toBeGreaterThan(500)
  expect(missing).toEqual([])
})

test('Bruno sees tickets of his queues and without a queue only', async () => {
  const bruno = await as('Bruno')
  const ownQueues = [1, 2]
  const pending = (await bruno.get('/tickets?status=pending')).body as TicketPage
  expect(pending.count).toBe(count(`SELECT count(*) AS n FROM ticket WHERE status = 'pending' AND queue_id IN (1, 2)`))
  expect(pending.tickets.every(({ queueId }) => queueId === null || ownQueues.includes(queueId))).toBe(true)
  const open = (await bruno.get('/tickets?status=open&showAll=true')).body as TicketPage
  expect(open.tickets.length).toBeGreaterThan(0)
  expect(open.tickets.every(({ userId }) => userId === firstStaffId + 1)).toBe(true)
  const [foreign] = all<{ id: number }>(
    `SELECT id FROM ticket WHERE status = 'open' AND queue_id = 4 AND user_id <> 3 LIMIT 1`,
  )
  expect((await bruno.get(`/messages/${foreign?.id}`)).status).toBe(404)
})

test('contains internal chats and announcements', async () => {
  const ana = await as('Ana')
  const { body } = await ana.get('/chats')
  const { records, unreads } = body as { records: { title: string }[]; unreads: number }
  expect(records.map(({ title }) => title)).toEqual(['Carla e Ana', 'Equipe Casa Aurora', 'Entregas de hoje'])
  expect(unreads).toBe(2)
  const announcements = (await ana.get('/announcements')).body as { records: { priority: number }[]; unseen: number }
  expect([announcements.records.map(({ priority }) => priority), announcements.unseen]).toEqual([[1, 2, 3], 3])
})
