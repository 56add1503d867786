import { expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { dot } from '../../testing/media/dot'
import { admin, at, contact, createBakery, line, ticket, times } from '../../testing/move-in/bakery'

const { bakery, move } = createBakery()

const message = (id: number, more: object = {}) => ({
  id,
  wid: `W${id}`,
  body: `m${id}`,
  ticketId: 30,
  contactId: 20,
  companyId: 3,
  ...times(6 + id),
  ...more,
})

test('messages that quote each other or themselves, and those without a ticket, a time or a body', async () => {
  const { all, table, moved } = await move('G', {
    Whatsapps: [line],
    Contacts: [contact],
    Tickets: [ticket],
    Messages: [
      message(1, { quotedMsgId: 2 }),
      message(2, { quotedMsgId: 1 }),
      message(3, { quotedMsgId: 3 }),
      message(4, { ticketId: 999 }),
      message(5, { ticketId: null }),
      message(6, { createdAt: null, updatedAt: null, body: null, contactId: 999, quotedMsgId: 888 }),
      message(7, { wid: 'W1' }),
    ],
  })
  expect(all('SELECT body, quoted_message_id AS quoted, created_at AS at FROM message ORDER BY id')).toEqual([
    { body: '', quoted: null, at: 0 },
    { body: 'm1', quoted: 3, at: at(7).getTime() },
    { body: 'm2', quoted: 2, at: at(8).getTime() },
    { body: 'm3', quoted: 4, at: at(9).getTime() },
    { body: 'm7', quoted: null, at: at(13).getTime() },
  ])
  expect(table('Messages')).toMatchObject({ read: 7, skipped: 2, reasons: [{ reason: 'parent', of: 'Tickets' }] })
  const rosa = await bakery().world.as({ companyId: moved?.companyId ?? 0, id: 1, name: 'Rosa', email: admin.email })
  expect((await rosa.get('/messages/1')).status).toBe(200)
})

test('people without an e-mail, contacts without a number, groups and LIDs', async () => {
  const other = (id: number, more: object) => ({ ...contact, id, name: `C${id}`, ...more })
  const { all, table } = await move('G', {
    Whatsapps: [line],
    Users: [
      admin,
      { ...admin, id: 6, email: null },
      { ...admin, id: 7, email: '  ' },
      { ...admin, id: 8, email: 'a@b@c' },
    ],
    Contacts: [
      other(20, { number: null }),
      other(21, { number: '' }),
      other(22, { number: '120363000000000001@g.us', isGroup: true }),
      other(23, { number: '987654321098765@lid' }),
      other(24, { number: '987654321098765', lid: '987654321098765@lid' }),
      other(25, { number: '5511988880009@s.whatsapp.net' }),
      other(26, { number: '+55 (11) 98888-0009' }),
      other(27, { number: '0'.repeat(5000) }),
    ],
  })
  expect(table('Users')).toMatchObject({ read: 4, written: 1, skipped: 3 })
  expect(all('SELECT name, number, is_group AS isGroup FROM contact ORDER BY id')).toEqual([
    { name: 'C20', number: '', isGroup: 0 },
    { name: 'C21', number: '', isGroup: 0 },
    { name: 'C22', number: '120363000000000001', isGroup: 1 },
    { name: 'C23', number: '', isGroup: 0 },
    { name: 'C25', number: '5511988880009', isGroup: 0 },
    { name: 'C27', number: '', isGroup: 0 },
  ])
})

test('ids that are no numbers, and files whose names have spaces, accents and escapes', async () => {
  const place = (path: string) => {
    const whole = join(bakery().folder, path)
    mkdirSync(dirname(whole), { recursive: true })
    writeFileSync(whole, dot)
  }
  place('public/company3/minha foto.png')
  place('public/company3/outra%20foto.png')
  place(`public/company3/${'pão.png'.normalize('NFD')}`)
  const id = (number: number) => `6f1d7e7a-0000-4000-8000-${String(number).padStart(12, '0')}`
  const photo = (number: number, mediaUrl: string) => ({
    ...message(number, { mediaType: 'image', mediaUrl }),
    id: id(number),
    ticketId: id(30),
    contactId: id(20),
    fromMe: '1',
    isDeleted: '0',
  })
  const { moved, all } = await move('G', {
    Whatsapps: [{ ...line, id: id(9) }],
    Contacts: [{ ...contact, id: id(20), whatsappId: id(9) }],
    Tickets: [{ ...ticket, id: id(30), contactId: id(20), whatsappId: id(9) }],
    Messages: [
      photo(1, 'minha%20foto.png'),
      photo(2, 'https://api.test/public/company3/outra foto.png?x=1'),
      photo(3, 'pão.png'),
      photo(4, 'falta.png'),
    ],
  })
  expect(moved?.media).toEqual({ found: 3, missing: 1 })
  expect(all('SELECT from_me AS ours, is_deleted AS gone FROM message')).toEqual(
    Array.from({ length: 4 }, () => ({ ours: 1, gone: 0 })),
  )
})
