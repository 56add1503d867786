import { expect, test } from 'bun:test'
import { at, admin, contact, createBakery, line, ticket, times } from '../../testing/move-in/bakery'

const { bakery, move } = createBakery()

test('a second run brings what is new, and a ticket that was closed since, but not what was deleted here', async () => {
  const open = { ...ticket, status: 'open' }
  const message = (id: number) => ({
    id,
    wid: `W${id}`,
    body: `m${id}`,
    ticketId: 30,
    contactId: 20,
    companyId: 3,
    ...times(6 + id),
  })
  const tables = {
    Whatsapps: [line],
    Contacts: [contact],
    Tags: [{ id: 1, name: 'VIP', color: '#111111', companyId: 3, ...times(2) }],
  }
  const first = await move('G', { ...tables, Tickets: [open], Messages: [message(1), message(2)] })
  const ctx = bakery().world.ctx(first.moved?.companyId ?? 0)
  ctx.company.sqlite.run("DELETE FROM tag WHERE name = 'VIP'")
  ctx.company.sqlite.run("UPDATE queue SET name = name || ' nova'")
  const closed = { ...ticket, status: 'closed', createdAt: at(5), updatedAt: at(30) }
  const { all, table, moved } = await move('G', {
    ...tables,
    Tickets: [closed],
    Messages: [message(1), message(2), { ...message(3), quotedMsgId: 1 }],
  })
  expect(moved).toMatchObject({ companyId: first.moved?.companyId ?? 0, isNew: false })
  expect(table('Messages')).toMatchObject({ read: 3, written: 1, known: 2 })
  expect(table('Tickets')).toMatchObject({ changed: 1, written: 0 })
  expect(table('Tags')).toMatchObject({ written: 0, known: 1 })
  expect(all('SELECT status, closed_at FROM ticket')).toEqual([{ status: 'closed', closed_at: at(30).getTime() }])
  expect(all('SELECT body, quoted_message_id FROM message WHERE id = 3')).toEqual([
    { body: 'm3', quoted_message_id: 1 },
  ])
  expect(all('SELECT * FROM tag')).toEqual([])
}, 120_000)

test('what was edited, deleted or acknowledged there since comes; what people changed here stays', async () => {
  const message = (id: number, more: object = {}) => ({
    id,
    wid: `W${id}`,
    body: `texto ${id}`,
    ack: 1,
    fromMe: true,
    ticketId: 30,
    companyId: 3,
    ...times(6 + id),
    ...more,
  })
  const later = { updatedAt: at(50) }
  const base = { Whatsapps: [line], Contacts: [contact] }
  const log = (id: number, type: string, minute: number) => ({ id, ticketId: 30, userId: 5, type, ...times(minute) })
  const open = { ...ticket, status: 'open' }
  const second = { ...open, id: 31, contactId: 21 }
  const both = { Contacts: [contact, { ...contact, id: 21, number: '5511977770000' }] }
  const first = await move('G', {
    ...base,
    ...both,
    Tickets: [open, second],
    LogTickets: [log(1, 'create', 5), log(2, 'open', 6)],
    TicketTraking: [{ id: 1, ticketId: 30, companyId: 3, userId: 5, startedAt: at(6), ...times(6) }],
    Messages: [1, 2, 3, 4, 5, 6].map((id) => message(id)),
  })
  const { sqlite } = bakery().world.ctx(first.moved?.companyId ?? 0).company
  sqlite.run("UPDATE message SET body = 'mudada aqui', edited_at = 1 WHERE id = 4")
  sqlite.run("UPDATE ticket SET status = 'pending', updated_at = 4e12 WHERE id = 2")
  sqlite.run('DELETE FROM message WHERE id = 5')
  const lastEvent = first.all('SELECT max(number) AS n FROM event')
  const changes = {
    ...base,
    ...both,
    Tickets: [
      { ...open, status: 'closed', ...later },
      { ...second, status: 'closed', ...later },
    ],
    LogTickets: [log(1, 'create', 5), log(2, 'open', 6), log(3, 'closed', 40)],
    TicketTraking: [
      { id: 1, ticketId: 30, companyId: 3, userId: 5, startedAt: at(6), finishedAt: at(45), ...times(6), ...later },
    ],
    Messages: [
      message(1, { ack: 3, ...later }),
      message(2, { isDeleted: true, ...later }),
      message(3, { body: 'corrigida', isEdited: true, ...later }),
      message(4, { body: 'mudada lá', isEdited: true, ...later }),
      message(5, { body: 'apagada aqui', ...later }),
      message(6, { ack: 0, updatedAt: at(1) }),
    ],
  }
  const next = await move('G', changes)
  const { all, table } = next
  expect(table('Messages')).toMatchObject({ read: 6, written: 0, changed: 3, skipped: 1, known: 2 })
  expect(table('Tickets')).toMatchObject({ changed: 1, skipped: 1 })
  expect(all('SELECT body, ack, is_deleted AS gone, edited_at AS edited FROM message')).toEqual([
    { body: 'texto 1', ack: 3, gone: 0, edited: null },
    { body: 'texto 2', ack: 1, gone: 1, edited: null },
    { body: 'corrigida', ack: 1, gone: 0, edited: at(50).getTime() },
    { body: 'mudada aqui', ack: 1, gone: 0, edited: 1 },
    { body: 'texto 6', ack: 1, gone: 0, edited: null },
  ])
  expect(all("SELECT rowid FROM message_search WHERE message_search MATCH 'corrigida'")).toEqual([{ rowid: 3 }])
  expect(all('SELECT status, closed_at FROM ticket')).toEqual([
    { status: 'closed', closed_at: at(45).getTime() },
    { status: 'pending', closed_at: null },
  ])
  expect(all('SELECT sum(started) AS started, sum(finished) AS finished FROM attendance_hour')).toEqual([
    { started: 2, finished: 1 },
  ])
  // Neither webhooks nor browsers look below the last number that they have seen.
  expect(all('SELECT max(number) AS n FROM event')).toEqual(lastEvent)
  const rosa = await bakery().world.as({
    companyId: next.moved?.companyId ?? 0,
    id: 1,
    name: 'Rosa',
    email: admin.email,
  })
  const logged = (await rosa.get('/tickets-log/1')).body as { type: string }[]
  expect(logged.map(({ type }) => type)).toEqual(['closed', 'open', 'create'])
  expect(next.moved?.check?.conversations.different).toMatchObject([
    { message: '5', ours: 'missing' },
    { message: '6' },
  ])

  const third = await move('G', changes)
  expect(third.table('Messages')).toMatchObject({ changed: 0, skipped: 1, known: 5 })
  expect(third.table('LogTickets')).toMatchObject({ known: 3 })
}, 120_000)

test('a password, a name and a contact that changed there come, unless they were changed here', async () => {
  const later = { createdAt: at(1), updatedAt: at(50) }
  const otto = { ...admin, id: 6, name: 'Otto', email: 'otto@padaria.test', profile: 'user' }
  const others = { ...contact, id: 21, name: 'Bia', number: '5511977770000' }
  const base = { Whatsapps: [line] }
  const { all } = await move('G', { ...base, Users: [admin, otto], Contacts: [contact, others] })
  all("UPDATE user SET password_hash = 'ours' WHERE id = 2")
  all("UPDATE contact SET name = 'Bia daqui' WHERE id = 2")
  const next = await move('G', {
    ...base,
    Users: [
      { ...admin, passwordHash: 'new', name: 'Rosa Lima', ...later },
      { ...otto, passwordHash: 'new', ...later },
    ],
    Contacts: [
      { ...contact, name: 'José', email: 'ze@casa.test', ...later },
      { ...others, name: 'Beatriz', ...later },
    ],
  })
  expect(next.all('SELECT name, password_hash AS hash, email FROM user')).toEqual([
    { name: 'Rosa Lima', hash: 'new', email: 'rosa@padaria.test' },
    { name: 'Otto', hash: 'ours', email: 'otto@padaria.test' },
  ])
  expect(next.all("SELECT name, email, search_text LIKE '%jose%' AS found FROM contact")).toEqual([
    { name: 'José', email: 'ze@casa.test', found: 1 },
    { name: 'Bia daqui', email: '', found: 0 },
  ])
  expect([next.table('Users'), next.table('Contacts')]).toMatchObject([
    { changed: 1, skipped: 1 },
    { changed: 1, skipped: 1 },
  ])
  const seen = await move('G', {
    ...base,
    Users: [{ ...admin, passwordHash: 'new', name: 'Rosa Lima', ...later, updatedAt: at(55) }, otto],
    Contacts: [],
  })
  expect(seen.table('Users')).toMatchObject({ known: 2, changed: 0 })
}, 120_000)
