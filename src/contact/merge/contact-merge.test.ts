import { afterEach, beforeEach, expect, test } from 'bun:test'
import { messageEvent, groupMessageEvent, receive } from '../../testing/conversation/inbound'
import { addTicket } from '../../testing/conversation/tickets'
import { effectsOf, noEffects } from '../../testing/world/side-effects'
import { type Caller, createWorld, type World } from '../../testing/world/world'
import { acceptTicket } from '../../ticket/assignment/accept-ticket'
import { closeTicket } from '../../ticket/closing/close-ticket'
import { getTicketRow } from '../../ticket/ticket.queries'
import { findContactRow } from '../contact.queries'
import { resolveContact } from '../identity/resolve-contact'

let world: World
let ana: Caller
beforeEach(async () => {
  world = await createWorld()
  ana = await world.as(world.ana)
})
afterEach(() => world.stop())

const ctx = () => world.ctx(1)
const sqlite = () => ctx().company.sqlite
const rows = (text: string) => sqlite().query<Record<string, unknown>, []>(text).all()
const merge = async (fromContactId: number, intoContactId: number) => {
  const answer = await ana.post('/contacts/merge', { fromContactId, intoContactId })
  expect([answer.status, answer.body]).toEqual([200, expect.anything()])
  return answer.body.mergeId as number
}
const undo = (mergeId: number) => ana.post(`/contacts/merges/${mergeId}/undo`)

function everything() {
  return {
    contacts: rows(
      'SELECT id, name, number, email, active, disable_bot, accept_audio_message, wallet_user_id, search_text FROM contact',
    ),
    identities: rows('SELECT * FROM contact_identity ORDER BY scope, kind, value'),
    extraInfo: rows('SELECT * FROM contact_extra_info ORDER BY id'),
    tags: rows('SELECT * FROM contact_tag ORDER BY contact_id, tag_id'),
    tagCounts: rows('SELECT id, contacts, tickets FROM tag ORDER BY id'),
    tickets: rows(
      `SELECT id, status, contact_id, user_id, queue_id, unread_messages, last_message, last_message_id, started_at,
         closed_at, automation FROM ticket ORDER BY id`,
    ),
    counts: rows('SELECT * FROM ticket_count WHERE tickets > 0 ORDER BY status, user_id, queue_id'),
    lanes: rows('SELECT ticket_id, tag_id FROM ticket_tag ORDER BY ticket_id'),
    notes: rows('SELECT id, ticket_id, contact_id FROM ticket_note ORDER BY id'),
    messages: rows('SELECT id, ticket_id, contact_id, body FROM message ORDER BY id'),
    reactions: rows('SELECT * FROM message_reaction ORDER BY message_id, author'),
    schedules: rows('SELECT id, contact_id FROM schedule ORDER BY id'),
    found: rows('SELECT rowid FROM contact_search WHERE contact_search MATCH \'"5511"\' ORDER BY rowid'),
  }
}

async function makeTwins() {
  const make = async (name: string, number: string, label: string) => {
    const extraInfo = [{ name: 'Origem', value: label }]
    return (await ana.post('/contacts', { name, number, email: `${label}@exemplo.test`, extraInfo })).body.id as number
  }
  const known = await make('Rita Souza', '5511977770000', 'loja')
  const twin = await make('Rita S.', '11977770000', 'site')
  for (const name of ['VIP', 'Atacado', 'Varejo']) await ana.post('/tags', { name, color: '#336699' })
  const lane = (await ana.post('/tags', { name: 'Proposta', kanban: 1 })).body.id
  await ana.post('/tags/sync', { contactId: known, tags: [1, 2] })
  await ana.post('/tags/sync', { contactId: twin, tags: [2, 3] })
  receive(world, 1, messageEvent({ phone: '5511977770000', text: 'Oi, sou eu' }))
  receive(world, 1, messageEvent({ phone: '11977770000', text: 'Olá pelo site', id: 'SITE1' }))
  const [older, younger] = rows('SELECT id FROM ticket ORDER BY id').map(({ id }) => id as number) as [number, number]
  acceptTicket(world.ctxAs(world.ana), younger, { queueId: 1 })
  receive(world, 1, messageEvent({ phone: '11977770000', text: 'Ainda aí?' }))
  for (const ticketId of [older, younger]) await ana.post('/ticket-notes', { note: `Nota ${ticketId}`, ticketId })
  await ana.put(`/ticket-tags/${younger}/${lane}`)
  const past = addTicket(ctx(), { contactId: twin, status: 'closed', queueId: 2 })
  await ana.post('/ticket-notes', { note: 'Nota antiga', ticketId: past.id })
  sqlite().run(
    `INSERT INTO message_reaction VALUES (1, ${twin}, '👍', 5), (2, ${twin}, '❤️', 6), (1, ${known}, '😮', 7)`,
  )
  await ana.post('/schedules', { body: 'Aviso', sendAt: '2099-01-01T10:00Z', contactId: twin })
  sqlite().run(`UPDATE contact SET wallet_user_id = 3 WHERE id = ${twin}`)
  return { known, twin, older, younger, past: past.id }
}

test('an immediate undo restores everything', async () => {
  const { known, twin } = await makeTwins()
  const before = everything()
  for (const [from, into] of [
    [twin, known],
    [known, twin],
  ] as const) {
    const mergeId = await merge(from, into)
    expect(findContactRow(ctx(), from)).toBeUndefined()
    expect(rows(`SELECT 1 FROM message WHERE contact_id = ${from}`)).toEqual([])
    const { answer, ...effects } = await effectsOf(world, () => undo(mergeId))
    expect(answer.body).toMatchObject({ contact: { id: into }, restored: { id: from } })
    expect(effects.events).toMatchObject({
      'contact.unmerged': 1,
      'ticket.unmerged': 2,
      ...(from === twin && { 'schedule.contactChanged': 1 }),
    })
    expect(effects.otherCompany).toBe('none')
    expect(everything()).toEqual(before)
    sqlite().run('DELETE FROM contact_apart')
  }
})

test('publishes the removal and return of the contact', async () => {
  const { known, twin } = await makeTwins()
  world.published.length = 0
  const mergeId = await merge(twin, known)
  const contactEvent = () =>
    world.published
      .filter(({ event }) => event === 'company-1-contact')
      .map(({ data }) => [data['action'], data['contactId'] ?? (data['contact'] as { id: number }).id])
  expect(contactEvent()).toEqual([
    ['delete', twin],
    ['update', known],
  ])
  world.published.length = 0
  await undo(mergeId)
  expect(contactEvent().sort()).toEqual([
    ['create', twin],
    ['update', known],
  ])
})

test('later messages stay on their ticket; a later ticket stays with the merged contact', async () => {
  const { known, twin, older, past } = await makeTwins()
  const mergeId = await merge(twin, known)
  receive(world, 1, messageEvent({ phone: '11977770000', text: 'Chegou no meio' }))
  const [between] = rows("SELECT id, ticket_id FROM message WHERE body = 'Chegou no meio'")
  expect(between?.['ticket_id']).toBe(older)
  closeTicket(world.ctxAs(world.ana), older, { farewell: false })
  receive(world, 1, messageEvent({ phone: '5511977770000', text: 'Depois' }))
  await undo(mergeId)
  const [after] = rows(
    "SELECT t.contact_id, m.contact_id AS author FROM message m JOIN ticket t ON t.id = m.ticket_id WHERE m.body = 'Depois'",
  )
  expect(after).toEqual({ contact_id: known, author: known })
  expect(rows(`SELECT ticket_id FROM message WHERE body = 'Chegou no meio'`)).toEqual([{ ticket_id: older }])
  expect(getTicketRow(ctx(), past).contactId).toBe(twin)
  // The conversation was closed meanwhile: the newer ticket stays closed but gets its messages back.
  expect(rows(`SELECT status FROM ticket WHERE contact_id = ${twin} AND id <> ${past}`)).toEqual([{ status: 'closed' }])
  expect(rows("SELECT count(*) AS n FROM message WHERE body = 'Olá pelo site' AND contact_id = " + twin)).toEqual([
    { n: 1 },
  ])
  // The number identifies its original contact again.
  receive(world, 1, messageEvent({ phone: '11977770000', text: 'De volta' }))
  expect(rows("SELECT contact_id FROM message WHERE body = 'De volta'")).toEqual([{ contact_id: twin }])
})

test('keeps later changes', async () => {
  const { known, twin } = await makeTwins()
  const mergeId = await merge(twin, known)
  const { body } = await ana.get(`/contacts/${known}`)
  const extraInfo = body.extraInfo.map((info: object) => ({ ...info, value: 'corrigido' }))
  await ana.put(`/contacts/${known}`, {
    name: 'Rita de Cássia',
    number: body.number,
    email: 'nova@exemplo.test',
    extraInfo,
  })
  await ana.post('/tags/sync', { contactId: known, tags: [1] })
  await ana.put(`/contacts/toggleDisableBot/${known}`, { disableBot: true })
  await undo(mergeId)
  expect((await ana.get(`/contacts/${known}`)).body).toMatchObject({
    name: 'Rita de Cássia',
    email: 'nova@exemplo.test',
    disableBot: true,
    extraInfo: [{ value: 'corrigido' }],
    tags: [{ id: 1 }],
  })
  expect((await ana.get(`/contacts/${twin}`)).body).toMatchObject({
    name: 'Rita S.',
    number: '11977770000',
    email: 'site@exemplo.test',
    disableBot: false,
    extraInfo: [{ value: 'corrigido' }],
  })
  expect(rows(`SELECT tag_id FROM contact_tag WHERE contact_id = ${twin}`)).toEqual([{ tag_id: 2 }, { tag_id: 3 }])
})

test('does not restore what was deleted since', async () => {
  const { known, twin, past } = await makeTwins()
  const mergeId = await merge(twin, known)
  expect((await ana.get(`/contacts/${known}`)).body.wallet).toEqual({ id: 3, name: 'Carla Dias' })
  await ana.delete('/users/3')
  await ana.delete('/tags/3')
  await ana.delete(`/tickets/${past}`)
  await ana.delete('/schedules/1')
  sqlite().run(`UPDATE contact_identity SET contact_id = 1 WHERE value = '11977770000'`)
  expect((await undo(mergeId)).status).toBe(200)
  expect(rows(`SELECT tag_id FROM contact_tag WHERE contact_id = ${twin}`)).toEqual([{ tag_id: 2 }])
  expect(rows('SELECT id FROM contact WHERE wallet_user_id IS NOT NULL')).toEqual([])
  expect(rows("SELECT contact_id FROM contact_identity WHERE value = '11977770000'")).toEqual([{ contact_id: 1 }])
})

test('of two concurrent undos one succeeds; a merge cannot be undone twice, or after the merged contact was deleted', async () => {
  const { known, twin } = await makeTwins()
  const mergeId = await merge(twin, known)
  const answers = await Promise.all([undo(mergeId), undo(mergeId)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const again = await effectsOf(world, () => undo(mergeId))
  expect([again.answer.status, again.answer.body.error]).toEqual([409, 'ERR_CANNOT_UNDO'])
  expect({ ...again, answer: 0 }).toEqual({ ...noEffects, answer: 0 })
  const second = await merge(twin, known)
  const third = await merge(known, 1)
  expect((await undo(second)).body.error).toBe('ERR_CANNOT_UNDO')
  expect((await undo(third)).status).toBe(200)
  expect((await undo(second)).status).toBe(200)
  expect(findContactRow(ctx(), twin)).toBeDefined()
})

test('a group message returns to its author', async () => {
  sqlite().run('UPDATE connection SET allow_group = 1')
  receive(world, 1, groupMessageEvent({ text: 'Bom dia' }))
  const author = rows("SELECT contact_id AS id FROM message WHERE body = 'Bom dia'")[0]?.['id'] as number
  const mergeId = await merge(author, 1)
  expect(rows("SELECT contact_id FROM message WHERE body = 'Bom dia'")).toEqual([{ contact_id: 1 }])
  await undo(mergeId)
  expect(rows("SELECT contact_id FROM message WHERE body = 'Bom dia'")).toEqual([{ contact_id: author }])
})

test('a merge caused by the provider can be undone, and is not repeated automatically', async () => {
  const stranger = resolveContact(
    ctx(),
    { addresses: [{ kind: 'lid', value: '4455' }], name: 'Outra' },
    { connectionId: 1 },
  )
  const both = () =>
    resolveContact(
      ctx(),
      {
        addresses: [
          { kind: 'lid', value: '4455' },
          { kind: 'phone', value: '5511988880001' },
        ],
      },
      { connectionId: 1 },
    )
  expect(both().id).toBe(1)
  const { body } = await ana.get('/contacts/1/merges')
  expect(body.merges).toEqual([{ id: 1, name: 'Outra', number: '', user: null, createdAt: expect.any(String) }])
  await undo(1)
  expect(both().id).toBe(1)
  expect(findContactRow(ctx(), stranger.id)).toMatchObject({ name: 'Outra', number: '' })
  expect((await ana.get('/contacts/1/merges')).body.merges).toEqual([])
})

test('the preview counts what would move, without changing it', async () => {
  const { known, twin } = await makeTwins()
  const { answer, ...effects } = await effectsOf(world, () => ana.get(`/contacts/${known}/merge-preview/${twin}`))
  expect(effects).toEqual(noEffects)
  expect(answer.body).toMatchObject({
    from: { id: twin },
    into: { id: known },
    result: { name: 'Rita Souza', number: '5511977770000', email: 'loja@exemplo.test' },
    moves: { tickets: 2, messages: 2, notes: 2, tags: 2, extraInfo: 1, schedules: 1 },
    twinTickets: 1,
  })
})

test('refuses anonymous callers, plain users, other companies and invalid input', async () => {
  const { known, twin } = await makeTwins()
  const mergeId = await merge(known, 1)
  const calls: [string, string, unknown?][] = [
    ['POST', '/contacts/merge', { fromContactId: twin, intoContactId: 1 }],
    ['POST', `/contacts/merges/${mergeId}/undo`],
    ['GET', `/contacts/1/merges`],
    ['GET', `/contacts/1/merge-preview/${twin}`],
  ]
  const [bruno, gina] = [await world.as(world.bruno), await world.as(world.gina)]
  for (const [method, path, body] of calls) {
    expect((await world.nobody.call(method, path, body)).status).toBe(401)
    const { answer, ...effects } = await effectsOf(world, () => bruno.call(method, path, body))
    expect([path, answer.status, answer.body.error]).toEqual([path, 403, 'ERR_NO_PERMISSION'])
    expect(effects).toEqual(noEffects)
  }
  const theirs = await effectsOf(world, () => gina.post(`/contacts/merges/${mergeId}/undo`), 2)
  expect([theirs.answer.status, theirs.otherCompany, theirs.events]).toEqual([404, 'none', 'none'])
  const foreign = await effectsOf(
    world,
    () => gina.post('/contacts/merge', { fromContactId: twin, intoContactId: 1 }),
    2,
  )
  expect([foreign.answer.status, foreign.otherCompany, foreign.events]).toEqual([404, 'none', 'none'])
  expect((await gina.get(`/contacts/${twin}/duplicates`)).status).toBe(404)
  expect((await gina.post('/contacts/1/apart', { contactId: twin })).status).toBe(404)
  expect((await world.nobody.get('/contacts/1/duplicates')).status).toBe(401)
  expect((await world.nobody.post('/contacts/1/apart', { contactId: twin })).status).toBe(401)
  expect((await bruno.get('/contacts/1/duplicates')).status).toBe(200)
  const group = resolveContact(ctx(), { addresses: [{ kind: 'group', value: '12036' }] }, { connectionId: 1 }).id
  for (const body of [
    { fromContactId: 1, intoContactId: 1 },
    { fromContactId: group, intoContactId: 1 },
    { fromContactId: '1', intoContactId: 1 },
    { fromContactId: 1 },
    null,
  ]) {
    expect((await ana.post('/contacts/merge', body)).status).toBe(400)
  }
  expect((await ana.post('/contacts/merges/abc/undo')).status).toBe(400)
  expect((await ana.post('/contacts/merges/99/undo')).status).toBe(404)
  expect((await ana.post('/contacts/1/apart', { contactId: 1 })).status).toBe(400)
})
