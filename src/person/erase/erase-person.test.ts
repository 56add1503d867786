import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { groupMessageEvent, messageEvent, receive } from '../../testing/conversation/inbound'
import { addContact } from '../../testing/conversation/tickets'
import { planErasure } from './erase-person'
import { type Caller, createWorld, signIn, type World } from '../../testing/world/world'
import { until } from '../../testing/whatsapp/whatsapp-world'
import { setTicketQueue } from '../../ticket/assignment/set-ticket-queue'
import { acceptTicket } from '../../ticket/assignment/accept-ticket'
import { isSuppressed } from '../../suppression/suppression.record'

let world: World
let ana: Caller, bruno: Caller
beforeEach(async () => {
  world = await createWorld({ now: new Date('2026-11-20T12:00:00Z') })
  ;({ ana, bruno } = await signIn(world, 'ana', 'bruno'))
})
afterEach(() => world.stop())

const phone = '5511987654321'
const name = 'Zuleica Marcante'
/** In every text of hers or about her. */
const markers = ['zuleica', 'marcante', 'segredinho', '987654321', '77788899900011', '3aprovedor', '966665555']
const party = { addresses: [{ kind: 'phone' as const, value: phone }], name }
const run = (text: string) => world.ctx(1).company.sqlite.run(text)
const count = (rows: string) =>
  world.ctx(1).company.sqlite.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${rows}`).get()?.n

function isNamed(text: string) {
  return markers.filter((marker) => text.toLowerCase().includes(marker))
}

/** Rows of all tables that name her. */
function findTraces(): string[] {
  const { sqlite } = world.ctx(1).company
  const tables = sqlite.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  return tables.flatMap(({ name: table }) => {
    const rows = sqlite.query<Record<string, unknown>, []>(`SELECT * FROM "${table}"`).all()
    const texts = rows.map((row) =>
      Object.values(row)
        .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
        .join(' '),
    )
    return texts.flatMap((text) => (isNamed(text).length > 0 ? `${table}: ${isNamed(text).join()}` : []))
  })
}

/** What is left in the files of the company, read without the product. */
function findBytes() {
  const { folder } = world.ctx(1).company
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  return files.flatMap((file) => {
    const bytes = readFileSync(join(file.parentPath, file.name)).toString('latin1')
    return isNamed(bytes).map((marker) => `${file.name}: ${marker}`)
  })
}

async function livedThrough() {
  receive(world, 1, messageEvent({ text: 'Bystander' }))
  receive(world, 1, messageEvent({ text: 'Meu segredinho é este', phone, chat: party as never, id: '3APROVEDOR1' }))
  const { sqlite } = world.ctx(1).company
  const { id, contactId } = sqlite
    .query<{ id: number; contactId: number }, []>('SELECT id, contact_id AS contactId FROM ticket ORDER BY id DESC')
    .get() ?? { id: 0, contactId: 0 }
  setTicketQueue(world.ctx(1), id, 1)
  acceptTicket(world.ctxAs(world.bruno), id)
  const form = new FormData()
  form.append('medias', new File(['o segredinho de Zuleica'], 'zuleica.txt', { type: 'text/plain' }))
  await bruno.post(`/messages/${id}`, form)
  const { body } = await bruno.post(`/messages/${id}`, { body: 'Olá, Zuleica!' })
  await bruno.post(`/messages/${id}`, { body: '@Ana veja o segredinho', isPrivate: true })
  await ana.post('/ticket-notes', { contactId, ticketId: id, note: 'Nota sobre Zuleica' })
  const { id: tagId } = (await ana.post('/tags', { name: 'Fiel' })).body
  await ana.post('/tags/sync', { contactId, tags: [tagId] })
  await ana.put(`/contacts/${contactId}`, {
    name,
    email: 'zuleica@exemplo.test',
    extraInfo: [{ name: 'CPF', value: 'segredinho' }],
  })
  receive(world, 1, groupMessageEvent({ text: 'Bystander no grupo' }))
  receive(world, 1, groupMessageEvent({ text: 'Segredinho no grupo', author: party as never, id: '3APROVEDOR2' }))
  const messageId = body.messages[0].id
  const twin = addContact(world.ctx(1), 'Zuleica, outro chip', '5511966665555')
  expect((await ana.post('/contacts/merge', { fromContactId: twin, intoContactId: contactId })).status).toBe(200)
  await ana.get('/contacts/export?format=csv&searchParam=Zuleica+Marcante')
  const { id: suppressed } = (await ana.post('/suppressions', { name, number: '5511900000000' })).body
  await ana.delete(`/suppressions/${suppressed}`)
  const { id: other } = (await ana.post('/suppressions', { name: 'Maria', number: '5511900000001' })).body
  await ana.delete(`/suppressions/${other}`)
  for (const insert of [
    `contact_identity VALUES (0, 'lid', '77788899900011', ${contactId})`,
    `group_admin SELECT id, 'lid', '77788899900011' FROM contact WHERE is_group`,
    `message_reaction VALUES (1, ${contactId}, '❤', 0)`,
    `whatsapp_key VALUES (1, 'session', '77788899900011_1.0', x'00'), (1, 'session', '5511988880001.0', x'00'),
      (1, 'lid-mapping', '${phone}', '77788899900011'), (1, 'lid-mapping', '77788899900011_reverse', '${phone}'),
      (1, 'sender-key', '1203@g.us::77788899900011_1::0', x'00'), (1, 'device-list', '5511988880001', x'00')`,
    `whatsapp_address_book VALUES (1, 'phone', '${phone}', '77788899900011', 'Zuleica', 1), (1, 'phone', '5511988880001', '', 'Maria', 1)`,
    `webhook_delivery (uuid, target, event, ticket_id, body, state, next_at, created_at)
      VALUES ('a', 'company', 'x', ${id}, 'Zuleica', 'queued', 0, 0), ('b', 'company', 'x', 1, 'Maria', 'queued', 0, 0),
        ('c', 'company', 'contact.created', NULL, '{"contact":{"id":${contactId},"name":"Zuleica"}}', 'delivered', 0, 0)`,
    `bot_error (kind, owner_id, ticket_id, at, code, message) VALUES ('prompt', 1, ${id}, 0, 'x', 'Zuleica')`,
    `api_request VALUES (1, 'k', 'h', '{"contactId":${contactId},"uuid":"segredinho"}', 0)`,
    `inbound_event (connection_id, id, error, created_at, payload) VALUES (1, 1, 'x', 0, '{"jid":"${phone}@s.whatsapp.net"}')`,
    `missing_message VALUES (1, '3APROVEDOR9', 0, 0, 0, '{"remoteJid":"${phone}@s.whatsapp.net"}')`,
    `history_message VALUES (1, 1, '{"remoteJid":"${phone}@s.whatsapp.net"}'), (1, 2, '{"remoteJid":"551100@s.whatsapp.net"}')`,
    `contact_list (id, name, name_key, created_at, updated_at) VALUES (1, 'Todos', 'todos', 0, 0)`,
    `contact_list_item (list_id, name, number, phone_key, search_text, created_at, updated_at)
      VALUES (1, 'Zuleica', '${phone}', '${phone}', 'zuleica', 0, 0), (1, 'Maria', '5511988880001', '5511988880001', 'maria', 0, 0)`,
    `campaign (id, name, status, contact_list_id, connection_id, created_at, updated_at) VALUES (1, 'C', 'EM_ANDAMENTO', 1, 1, 0, 0),
      (2, 'D', 'FINALIZADA', 1, 1, 0, 0)`,
    `campaign_shipping (campaign_id, phone_key, contact_id, name, number, email, extra, search_text, message_no, state, message_id, sent_at)
      VALUES (1, '${phone}', NULL, 'Zuleica', '${phone}', '', '{"a":"segredinho"}', 'zuleica', 1, 'waiting', NULL, NULL),
        (1, '5511988880001', 1, 'Maria', '5511988880001', '', '{}', 'maria', 1, 'waiting', NULL, NULL),
        (2, '${phone}', ${contactId}, 'Zuleica', '${phone}', '', '{}', 'zuleica', 1, 'sent', ${messageId}, 5)`,
    `contact_import (id, kind, state, file_name, sheets, options, created_at) VALUES (1, 'spreadsheet', 'done', 'x', '[]', '{}', 0)`,
    `contact_import_row VALUES (1, 1, 'created', '', 'Zuleica', '${phone}'), (1, 2, 'created', '', 'Maria', '5511988880001')`,
    `suppression (phone_key, number, name, source, search_text, created_at, updated_at)
      VALUES ('${phone}', '${phone}', 'Zuleica', 'optOut', 'zuleica', 0, 0)`,
    `outreach VALUES ('segredinho', ${id}, '[]', 0)`,
    `job (kind, payload, run_at) VALUES ('contact.profile', '{"contactId":${contactId},"x":"segredinho"}', 9e12)`,
    `transcription_search (rowid, body) VALUES (${messageId}, 'segredinho dito'), (1, 'outra coisa')`,
    `held_row (kind, source, row) VALUES ('change', 'outbound_change', '{"message_id":${messageId},"payload":"segredinho"}'),
      ('change', 'outbound_change', '{"message_id":1,"payload":"{}"}'),
      ('webhook', 'webhook_delivery', '{"ticket_id":${id},"body":"segredinho"}'),
      ('webhook', 'webhook_delivery', '{"ticket_id":null,"body":"{\\"contact\\":{\\"id\\":${contactId},\\"name\\":\\"Zuleica\\"}}"}'),
      ('job', 'job', '{"payload":"{\\"contactId\\":${contactId},\\"x\\":\\"segredinho\\"}"}')`,
    `schedule (contact_id, body, search_text, send_at, starts_at, created_at, updated_at)
      VALUES (${contactId}, 'Oi, Zuleica', 'zuleica', 9000000000000, 9000000000000, 0, 0)`,
  ]) {
    run(`INSERT INTO ${insert}`)
  }
  run(`UPDATE message SET media_type = 'audio' WHERE id = ${messageId}`)
  return { contactId, ticketId: id, tagId }
}

const periods = 'dateFrom=2026-11-01&dateTo=2026-11-30'

async function figures() {
  const groups = ['queue', 'user', 'tag', 'connection', 'day']
  const summaries = groups.map((group) => ana.get(`/ticketreport/summary?${periods}&groupBy=${group}`))
  const filtered = [`tags=[1]`, `users=[2]`, `queueIds=[1]`, 'counts=resolved', 'status=closed'].map((filter) =>
    ana.get(`/ticketreport/summary?${periods}&groupBy=queue&${filter}`),
  )
  const others = ['/dashboard?days=30', '/dashboard/ticketsUsers', '/dashboard/ticketsDay', '/dashboard/trends'].map(
    (path) => ana.get(path),
  )
  const { body } = await ana.get(`/ticketreport/reports?${periods}&page=1&pageSize=20`)
  const answers = await Promise.all([...summaries, ...filtered, ...others])
  for (const { status } of answers) expect(status).toBe(200)
  const campaign = world
    .ctx(1)
    .company.sqlite.query('SELECT sent, failed, delivered, seen, answered FROM campaign ORDER BY id')
  return {
    answers: answers.map((one) => one.body),
    totals: body.totalTickets,
    rows: body.tickets.length,
    campaign: campaign.all(),
  }
}

test('erases a person everywhere, also from the file itself, and reports stay as they were', async () => {
  const { contactId, ticketId } = await livedThrough()
  await bruno.put(`/tickets/${ticketId}`, { status: 'closed', sendFarewellMessage: false })
  await world.runJobs(1)
  const traced = new Set(findTraces().map((trace) => trace.split(':')[0]))
  expect(traced.size).toBeGreaterThan(25)
  expect(findBytes().length).toBeGreaterThan(5)
  const before = await figures()
  expect(before.totals).toMatchObject({ total: 3, closed: 1 })

  expect((await ana.post(`/contacts/${contactId}/erase`, { name })).body).toEqual({ ok: true })
  await world.runJobs(1)

  expect(findTraces()).toEqual([])
  await until(() => findBytes().length === 0, 'an empty write-ahead log')
  expect(await figures()).toEqual(before)
  expect(count('erased_ticket')).toBe(1)
  expect(count('person_erasure')).toBe(0)
  // Bystanders.
  expect(count("message WHERE body LIKE 'Bystander%'")).toBe(2)
  expect(count("event WHERE type = 'suppression.deleted' AND data ->> '$.name' = 'Maria'")).toBe(1)
  expect(count('whatsapp_key')).toBe(2)
  expect(count('contact_list_item')).toBe(1)
  expect(count("campaign_shipping WHERE name = 'Maria' AND state = 'waiting'")).toBe(1)
  expect(count("webhook_delivery WHERE body = 'Maria'")).toBe(1)
  expect(count('history_message')).toBe(1)
  expect(count('held_row')).toBe(1)
  expect(count("event WHERE type = 'contacts.exported'")).toBe(1)
  expect(world.ctx(1).company.sqlite.query('SELECT items FROM contact_list').get()).toEqual({ items: 1 })
})

test('asks for the name, and only admins', async () => {
  const { contactId } = await livedThrough()
  expect((await bruno.post(`/contacts/${contactId}/erase`, { name })).status).toBe(403)
  expect((await ana.post(`/contacts/${contactId}/erase`, { name: 'Zuleica' })).body.fields).toEqual({
    name: 'notTheName',
  })
  expect((await ana.post('/contacts/999/erase', { name })).status).toBe(404)
  expect(count(`contact WHERE name = '${name}'`)).toBe(1)
  expect((await ana.post(`/contacts/${contactId}/erase`, { name: ` ${name.replace(' ', '  ')} ` })).status).toBe(200)
  const { sqlite } = world.platform.catalog
  const audited = sqlite.query("SELECT company_id, user_id, data FROM audit WHERE type = 'person.erased'").values()
  expect(audited).toEqual([[1, 1, JSON.stringify({ contactId })]])
  await world.runJobs(1)
  const logged = world
    .ctx(1)
    .company.sqlite.query("SELECT type, user_id, data FROM event WHERE contact_id = ? AND type LIKE 'contact.%'")
  expect(logged.values(contactId)).toEqual([
    ['contact.erased', 1, null],
    ['contact.deleted', null, '{"name":""}'],
  ])
})

test('closes the open ticket, withdraws what was to be sent, and skips her in a running campaign at once', async () => {
  const { contactId, ticketId } = await livedThrough()
  world.published.length = 0
  const queued = () => count(`message WHERE ticket_id = ${ticketId} AND send_state = 'queued'`)
  expect(queued()).toBeGreaterThan(0)
  await ana.post(`/contacts/${contactId}/erase`, { name })
  expect(queued()).toBe(0)
  expect(count(`ticket WHERE id = ${ticketId} AND status = 'closed'`)).toBe(1)
  const state = world
    .ctx(1)
    .company.sqlite.query(
      "SELECT state, reason, name FROM campaign_shipping WHERE campaign_id = 1 AND state = 'excluded'",
    )
  expect(state.all()).toEqual([{ state: 'excluded', reason: 'erased', name: '' }])
  expect(count('contact_list_item')).toBe(1)
  await world.runJobs(1)
  const told = world.published.map(({ event, data }) => [event, data['action'], data['reason']])
  expect(told).toContainEqual(['company-1-contact', 'delete', undefined])
  expect(told).toContainEqual(['company-1-ticket', 'delete', 'deleted'])
  expect((await bruno.get(`/tickets/${ticketId}`)).status).toBe(404)
  expect((await bruno.get(`/messages/${ticketId}`)).status).toBe(404)
  expect(JSON.stringify(world.published)).not.toContain('Zuleica')
})

test('whoever writes again meanwhile or later is a new contact; campaigns still leave her alone', async () => {
  const { contactId } = await livedThrough()
  await ana.post(`/contacts/${contactId}/erase`, { name })
  receive(world, 1, messageEvent({ text: 'Sou eu de novo', phone, chat: { addresses: party.addresses } as never }))
  await world.runJobs(1)
  const found = await ana.get(`/contacts?searchParam=${phone}`)
  expect(found.body.contacts.map(({ id }: { id: number }) => id)).toEqual([expect.any(Number)])
  expect(found.body.contacts[0].id).not.toBe(contactId)
  expect(count("message WHERE body = 'Sou eu de novo'")).toBe(1)
  expect(count('suppression')).toBe(0)
  expect(isSuppressed(world.ctx(1), phone)).toBe(true)
  expect(isSuppressed(world.ctx(1), '5511988880001')).toBe(false)
  // Of those who neither opted out nor were blocked nothing is kept.
  const [quiet, blocked] = ['5511933330001', '5511933330002']
  const ids = [quiet, blocked].map((number) => addContact(world.ctx(1), `Pessoa ${number}`, number))
  await ana.put(`/contacts/block/${ids[1]}`, { active: false })
  for (const [at, number] of [quiet, blocked].entries()) {
    await ana.post(`/contacts/${ids[at]}/erase`, { name: `Pessoa ${number}` })
  }
  await world.runJobs(1)
  expect([quiet, blocked].map((number) => isSuppressed(world.ctx(1), number))).toEqual([false, true])
  // An admin may allow it again.
  const { id } = (await ana.post('/suppressions', { name: '', number: phone })).body
  await ana.delete(`/suppressions/${id}`)
  expect(isSuppressed(world.ctx(1), phone)).toBe(false)
})

test('two erasures at once are one, and a stopped one continues', async () => {
  const { contactId } = await livedThrough()
  const answers = await Promise.all([1, 2].map(() => ana.post(`/contacts/${contactId}/erase`, { name })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
  expect(count("job WHERE kind = 'person.erase'")).toBe(1)
  expect(count('person_erasure')).toBe(1)
  for (const refused of [
    await ana.delete(`/contacts/${contactId}`),
    await ana.post('/contacts/merge', { fromContactId: contactId, intoContactId: 1 }),
    await ana.get(`/contacts/${contactId}/archive`),
  ])
    expect(refused.body.error).toBe('ERR_NO_CONTACT_FOUND')
  await world.runJobs(1)
  expect(findTraces()).toEqual([])
  expect(count('person_erasure')).toBe(0)
})

test('what was planned for a contact that is gone ends by itself', async () => {
  const id = addContact(world.ctx(1), 'Rita')
  planErasure(world.ctx(1), id)
  run(`DELETE FROM contact WHERE id = ${id}`)
  await world.runJobs(1)
  expect([count('person_erasure'), count('job')]).toEqual([0, 0])
})
