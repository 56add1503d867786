import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chatwootDump, chatwootRows } from '../../../testing/move-in/chatwoot-dump'
import { dot } from '../../../testing/media/dot'
import { createWorld } from '../../../testing/world/world'
import { moveIn } from '../../write/move-in'
import { readSource } from '../read-source'
import { openScratchFile } from '../scratch-file'
import { UnreadableSource } from '../source'

let folder: string
let scratch: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recado-chatwoot-'))
  scratch = join(folder, 'scratch.sqlite')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function read(tables = chatwootRows()) {
  const dump = join(folder, 'chatwoot.sql')
  writeFileSync(dump, chatwootDump(tables))
  return readSource(dump, scratch, { system: 'chatwoot' })
}

function rowsOf(text: string) {
  const file = openScratchFile(scratch)
  try {
    return file.query(text).all()
  } finally {
    file.close()
  }
}

test('turns the tables of Chatwoot into those of the family', async () => {
  const summary = await read()
  expect(summary).toMatchObject({ dialect: 'G', kind: 'plain' })
  expect(summary.unknownTables).toEqual({
    automation_rules: 1,
    'inboxes of other channels': 1,
    'conversations of other channels': 1,
    'contacts without a number': 1,
    'notices in conversations': 1,
  })
  expect(rowsOf('SELECT id, name, companyId, profile, super FROM Users ORDER BY companyId, id')).toEqual([
    { id: '5', name: 'Íris', companyId: '1', profile: 'admin', super: 't' },
    { id: '6', name: 'Jorge', companyId: '1', profile: 'user', super: 'f' },
    { id: '2000000006', name: 'Jorge', companyId: '2', profile: 'admin', super: 'f' },
  ])
  expect(rowsOf('SELECT id, number, isGroup, active, companyId FROM Contacts ORDER BY id')).toEqual([
    { id: '21', number: '+5511988880009', isGroup: 'f', active: 'f', companyId: '1' },
    { id: '22', number: '5511977770000', isGroup: 'f', active: 't', companyId: '1' },
    { id: '23', number: '120363000000000001@g.us', isGroup: 't', active: 't', companyId: '2' },
  ])
  expect(rowsOf('SELECT name, value FROM ContactCustomFields ORDER BY name')).toEqual([
    { name: 'cidade', value: 'Santos' },
    { name: 'pedidos', value: '3' },
  ])
  expect(
    rowsOf(
      'SELECT id, status, userId, queueId, whatsappId, priority, unreadMessages, lastMessage, updatedAt FROM Tickets',
    ),
  ).toEqual([
    {
      id: '31',
      status: 'open',
      userId: '6',
      queueId: '3',
      whatsappId: '11',
      priority: 'urgent',
      unreadMessages: '2',
      lastMessage: 'olhe',
      updatedAt: '2024-05-06 12:20:00.123456+00',
    },
    {
      id: '32',
      status: 'closed',
      userId: null,
      queueId: null,
      whatsappId: '11',
      priority: 'normal',
      unreadMessages: '0',
      lastMessage: 'apagada',
      updatedAt: '2024-05-06 12:04:00.123456+00',
    },
    {
      id: '34',
      status: 'open',
      userId: '2000000006',
      queueId: null,
      whatsappId: '13',
      priority: 'normal',
      unreadMessages: '0',
      lastMessage: 'Está pronto',
      updatedAt: '2024-05-06 12:06:00.123456+00',
    },
  ])
  expect(
    rowsOf(
      'SELECT id, wid, body, fromMe, isPrivate, ack, mediaType, mediaUrl, quotedMsgId, isDeleted FROM Messages ORDER BY createdAt, id',
    ),
  ).toMatchObject([
    { id: '1', wid: 'wamid.A1', body: 'Tem \\N rosas?', fromMe: 'f', isPrivate: 'f', ack: '0', isDeleted: 'f' },
    { id: '2', wid: null, body: 'Temos', fromMe: 't', ack: '4', quotedMsgId: '1' },
    { id: '9', body: 'cliente antigo', fromMe: 't', isPrivate: 't' },
    { id: '1000000000002', body: '', mediaType: 'document', mediaUrl: '..//./../../etc/passwd' },
    { id: '5', body: 'olhe', mediaType: 'image', mediaUrl: 'ab/cd/abcdrosa' },
    { id: '6', body: '|https://maps.google.com/?q=-23.55,-46.63|Praça', mediaType: 'locationMessage' },
    { id: '7', body: 'apagada', isDeleted: 't' },
    { id: '10', body: 'Está pronto', fromMe: 't' },
  ])
  // Who is in both accounts is another user in each.
  expect(rowsOf('SELECT id, userId FROM Messages WHERE userId IS NOT NULL ORDER BY createdAt')).toEqual([
    { id: '2', userId: '6' },
    { id: '10', userId: '2000000006' },
  ])
  expect(rowsOf('SELECT ticketId, tagId FROM TicketTags')).toEqual([{ ticketId: '31', tagId: '51' }])
  expect(rowsOf('SELECT contactId, tagId FROM ContactTags')).toEqual([{ contactId: '21', tagId: '51' }])
  expect(rowsOf('SELECT shortcode, message, companyId FROM QuickMessages')).toEqual([
    { shortcode: 'pix', message: 'A chave é…', companyId: '1' },
  ])
  expect(
    rowsOf("SELECT name FROM sqlite_schema WHERE name LIKE 'cw\\_%' ESCAPE '\\' OR name LIKE '\\_people' ESCAPE '\\'"),
  ).toEqual([])
})

test('its accounts are moved in, twice with the same result', async () => {
  const world = await createWorld({ environment: { LOG_LEVEL: 'silent' } })
  world.noBystander()
  await read()
  mkdirSync(join(folder, 'storage', 'ab', 'cd'), { recursive: true })
  writeFileSync(join(folder, 'storage', 'ab', 'cd', 'abcdrosa'), dot)
  const request = { scratch, media: join(folder, 'storage') }
  const report = await moveIn(world.platform, request)
  expect(report.companies).toMatchObject([
    { name: 'Floricultura', error: '', isNew: true, media: { found: 1, missing: 1 } },
    { name: 'Oficina', error: '', isNew: true },
  ])
  const companyId = report.companies[0]?.companyId ?? 0
  const all = (text: string) => world.ctx(companyId).company.sqlite.query(text).all()
  const messages = () => all('SELECT body, is_private, from_me, media_type FROM message ORDER BY id')
  expect(messages()).toHaveLength(7)
  expect(all('SELECT name FROM media')).toEqual([{ name: 'rosa vermelha.png' }])
  expect(
    all(
      "SELECT json_extract(data, '$.location.latitude') AS latitude FROM message WHERE media_type = 'locationMessage'",
    ),
  ).toEqual([{ latitude: -23.55 }])
  expect(all('SELECT wanted, channel FROM connection')).toEqual([{ wanted: 0, channel: 'whatsappapi' }])
  expect(all('SELECT name, super, profile FROM user')).toMatchObject([
    { super: 0, profile: 'admin' },
    { profile: 'user' },
  ])
  // Who wrote it; the others are contacts’.
  expect(all('SELECT m.body, u.name FROM message m JOIN user u ON u.id = m.user_id')).toEqual([
    { body: 'Temos', name: 'Jorge' },
  ])
  const before = JSON.stringify(messages())
  const again = await moveIn(world.platform, request)
  expect(again.companies[0]).toMatchObject({ companyId, isNew: false })
  expect(JSON.stringify(messages())).toBe(before)
  await world.stop()
}, 60_000)

test('an installation that lacks tables and columns is read, too; another system is refused', async () => {
  const { accounts, users, account_users, inboxes, contacts, conversations, messages } = chatwootRows()
  const plain = (rows: readonly object[] | undefined, ...names: string[]) =>
    (rows ?? []).map((row) => Object.fromEntries(names.map((name) => [name, (row as Record<string, string>)[name]])))
  const summary = await read({
    accounts: accounts ?? [],
    users: users ?? [],
    account_users: account_users ?? [],
    inboxes: inboxes ?? [],
    contacts: plain(contacts, 'id', 'name', 'phone_number', 'account_id', 'created_at', 'updated_at'),
    conversations: plain(
      conversations,
      'id',
      'account_id',
      'inbox_id',
      'status',
      'contact_id',
      'created_at',
      'updated_at',
    ),
    messages: messages ?? [],
  })
  expect(summary.counts).toMatchObject({ Companies: 2, Tickets: 3, Tags: 0 })
  const refused = await read({ posts: [{ id: 1 }] }).then(
    () => undefined,
    (error: Error) => error,
  )
  expect(refused).toBeInstanceOf(UnreadableSource)
  expect(refused?.message).toContain('This is no database of Chatwoot')
})
