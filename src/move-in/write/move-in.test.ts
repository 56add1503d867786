import { afterEach, beforeEach, expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeScratch } from '../../testing/move-in/scratch'
import { dot } from '../../testing/media/dot'
import { createWorld, type World } from '../../testing/world/world'
import { moveIn } from './move-in'

let world: World
let folder: string
beforeEach(async () => {
  world = await createWorld()
  folder = mkdtempSync(join(tmpdir(), 'recado-move-in-'))
})
afterEach(async () => {
  await world.stop()
  rmSync(folder, { recursive: true, force: true })
})

const at = (minute: number) => new Date(Date.UTC(2025, 2, 3, 12, minute))
const times = (minute: number) => ({ createdAt: at(minute), updatedAt: at(minute) })
const scratchPath = () => join(folder, 'scratch.sqlite')

function writeGold() {
  writeScratch(scratchPath(), 'G', {
    Plans: [{ id: 1, name: 'Ouro', users: 10, connections: 3, queues: 9, amount: '99,90', ...times(0) }],
    Companies: [
      {
        id: 3,
        name: 'Padaria',
        email: 'dono@padaria.test',
        planId: 1,
        status: true,
        dueDate: '2999-01-01',
        ...times(0),
      },
    ],
    Users: [
      {
        id: 5,
        name: 'Rosa',
        email: 'rosa@padaria.test',
        passwordHash: '$2a$08$x',
        profile: 'admin',
        super: true,
        companyId: 3,
        ...times(1),
      },
      {
        id: 6,
        name: 'Otto',
        email: 'otto@padaria.test',
        passwordHash: '$2a$08$x',
        profile: 'user',
        companyId: 3,
        ...times(2),
      },
    ],
    Queues: [
      { id: 1, name: 'Vendas', color: '#AA0000', companyId: 3, ...times(1) },
      { id: 2, name: 'VENDAS', color: '#aa0000', companyId: 3, ...times(2) },
    ],
    UserQueues: [{ userId: 6, queueId: 1, ...times(2) }],
    Whatsapps: [{ id: 9, name: 'Loja', token: 'abc', isDefault: true, companyId: 3, status: 'CONNECTED', ...times(1) }],
    WhatsappQueues: [{ whatsappId: 9, queueId: 1, ...times(2) }],
    Contacts: [
      { id: 20, name: 'Zé \\N 😀', number: '551188880009', companyId: 3, whatsappId: 9, ...times(3) },
      { id: 21, name: 'Zé', number: '5511988880009', companyId: 3, ...times(4) },
    ],
    Tickets: [
      {
        id: 30,
        uuid: '11111111-2222-3333-4444-555555555555',
        status: 'open',
        contactId: 20,
        userId: 6,
        whatsappId: 9,
        queueId: 1,
        companyId: 3,
        lastMessage: 'tchau',
        ...times(5),
      },
      { id: 31, status: 'pending', contactId: 21, whatsappId: 9, queueId: 1, companyId: 3, ...times(6) },
    ],
    Messages: [
      {
        id: 1,
        wid: 'A1',
        body: 'Olá\t"x" 🎂',
        fromMe: false,
        ticketId: 30,
        contactId: 20,
        companyId: 3,
        ack: 0,
        ...times(7),
      },
      {
        id: 2,
        wid: 'A2',
        body: 'tchau',
        fromMe: true,
        ticketId: 30,
        companyId: 3,
        ack: 3,
        quotedMsgId: 1,
        ...times(8),
      },
      {
        id: 3,
        wid: 'A3',
        body: 'foto',
        mediaType: 'image',
        mediaUrl: 'foto.jpg',
        fromMe: false,
        ticketId: 30,
        contactId: 20,
        companyId: 3,
        ...times(9),
      },
      {
        id: 4,
        wid: 'A4',
        body: 'x',
        mediaType: 'image',
        mediaUrl: '../../etc/passwd',
        fromMe: false,
        ticketId: 30,
        contactId: 20,
        companyId: 3,
        ...times(10),
      },
      {
        id: 5,
        wid: 'A5',
        body: '👍',
        mediaType: 'reactionMessage',
        fromMe: false,
        ticketId: 30,
        contactId: 20,
        quotedMsgId: 2,
        companyId: 3,
        ...times(11),
      },
    ],
  })
  mkdirSync(join(folder, 'public/company3'), { recursive: true })
  writeFileSync(join(folder, 'public/company3/foto.jpg'), dot)
}

test('moves a company in, and a second run changes nothing', async () => {
  writeGold()
  const report = await moveIn(world.platform, { scratch: scratchPath(), media: folder })
  const [company] = report.companies
  const lineOf = (table: string) => company?.tables.find((line) => line.table === table)
  expect(company).toMatchObject({ error: '', isNew: true, name: 'Padaria', media: { found: 1, missing: 1 } })
  expect(lineOf('Contacts')).toMatchObject({ read: 2, written: 1, merged: 1, skipped: 0 })
  expect(lineOf('Messages')).toMatchObject({ read: 5, written: 4, merged: 1, skipped: 0 })
  expect(company?.check).toMatchObject({
    damage: null,
    orphans: 0,
    tickets: { compared: 2, different: [] },
    conversations: { compared: 2, messages: 4, different: [] },
  })
  const ctx = world.ctx(company?.companyId ?? 0)
  const all = (text: string) => ctx.company.sqlite.query(text).all()
  const state = () =>
    [
      'user',
      'queue',
      'connection',
      'contact',
      'contact_identity',
      'ticket',
      'message',
      'media',
      'import_map',
      'event',
    ].map((table) => [table, all(`SELECT * FROM ${table}`)])
  const before = JSON.stringify(state())
  expect(all('SELECT name, name_key, color FROM queue')).toEqual([
    { name: 'Vendas', name_key: 'vendas', color: '#aa0000' },
    { name: 'VENDAS 2', name_key: 'vendas 2', color: '#e53935' },
  ])
  expect(all('SELECT name, super, profile FROM user')).toEqual([
    { name: 'Rosa', super: 0, profile: 'admin' },
    { name: 'Otto', super: 0, profile: 'user' },
  ])
  expect(all('SELECT wanted, status FROM connection')).toEqual([{ wanted: 0, status: 'DISCONNECTED' }])
  expect(all('SELECT body, quoted_message_id, send_state FROM message WHERE id < 3')).toEqual([
    { body: 'Olá\t"x" 🎂', quoted_message_id: null, send_state: null },
    { body: 'tchau', quoted_message_id: 1, send_state: null },
  ])
  expect(all('SELECT status FROM ticket ORDER BY id')).toEqual([{ status: 'closed' }, { status: 'pending' }])

  const again = await moveIn(world.platform, { scratch: scratchPath(), media: folder })
  expect(again.companies[0]).toMatchObject({ companyId: company?.companyId ?? 0, isNew: false, error: '' })
  expect(again.companies[0]?.tables.filter(({ read, known }) => read !== known)).toEqual([])
  expect(JSON.stringify(state())).toBe(before)
})

test('an imported agent reads her tickets and messages, and finds her oldest message', async () => {
  writeGold()
  const { companies } = await moveIn(world.platform, { scratch: scratchPath(), media: folder })
  const otto = { companyId: companies[0]?.companyId ?? 0, id: 2, name: 'Otto', email: 'otto@padaria.test' }
  const { get } = await world.as(otto)
  const closed = await get('/tickets?status=closed')
  expect(closed.body.tickets).toMatchObject([{ uuid: '11111111-2222-3333-4444-555555555555', lastMessage: 'x' }])
  const { body } = await get('/messages/1')
  expect(body.messages.map((message: { body: string }) => message.body)).toEqual(['Olá\t"x" 🎂', 'tchau', 'foto', 'x'])
  expect(body.messages[1]).toMatchObject({ fromMe: true, ack: 3, sendState: null, quotedMsg: { id: 1 } })
  expect(body.messages[1].reactions).toMatchObject([{ emoji: '👍' }])
  expect(body.messages[1].isAutomatic).toBeUndefined()
  expect((await get('/messages/1/search?text=ola')).body).toEqual({ ids: [1], isCut: false })
})

test('a dry run reports the same and leaves nothing', async () => {
  writeGold()
  const files = () =>
    [...new Bun.Glob('**/*').scanSync({ cwd: world.platform.config.dataDir, onlyFiles: false })].toSorted()
  const before = files()
  const dry = await moveIn(world.platform, { scratch: scratchPath(), media: folder, dryRun: true })
  expect(files().filter((name) => !before.includes(name) && name !== 'tmp')).toEqual([])
  const real = await moveIn(world.platform, { scratch: scratchPath(), media: folder })
  const told = ({ companies }: typeof dry) =>
    companies.map(({ tables, media, notes, error }) => ({ tables, media, notes, error }))
  expect(told(dry)).toEqual(told(real))
  expect(dry.companies[0]?.companyId).toBeNull()
})

test('an e-mail that exists is reported, or gets a suffix', async () => {
  writeScratch(scratchPath(), 'C', {
    Users: [{ id: 1, name: 'Ana', email: world.ana.email.toUpperCase(), passwordHash: 'x', ...times(0) }],
    Settings: [{ key: 'userCreation', value: 'enabled', ...times(0) }],
  })
  const dry = await moveIn(world.platform, { scratch: scratchPath(), dryRun: true })
  expect(dry.companies[0]?.tables.find(({ table }) => table === 'Users')).toMatchObject({ written: 0, skipped: 1 })
  const { companies } = await moveIn(world.platform, { scratch: scratchPath(), suffixEmail: '+antigo' })
  const { sqlite } = world.ctx(companies[0]?.companyId ?? 0).company
  expect(sqlite.query('SELECT email FROM user').all()).toEqual([
    { email: world.ana.email.toUpperCase().replace('@', '+antigo@') },
  ])
})

test('of one e-mail in two companies the second is reported, and rows of no company are counted', async () => {
  const company = (id: number, name: string) => ({ id, name, ...times(0) })
  const user = (id: number, email: string, companyId: number | null) => ({
    id,
    name: `U${id}`,
    email,
    passwordHash: 'x',
    companyId,
    ...times(id),
  })
  writeScratch(scratchPath(), 'T', {
    Companies: [company(1, 'Um'), company(2, 'Dois'), company(3, 'Globex')],
    Users: [
      user(1, 'mesma@um.test', 1),
      user(2, 'Mesma@um.test', 2),
      user(3, 'solta@um.test', null),
      user(4, 'x@um.test', 9),
    ],
    Helps: [{ id: 1, title: 'Como começar', description: 'Veja', video: 'https://youtu.be/abcdefghijk', ...times(0) }],
    Counters: [{ companyId: 1, serie: 'x', timestamp: at(0), value: 1 }],
  })
  const report = await moveIn(world.platform, { scratch: scratchPath(), companies: [1, 2, 3] })
  expect(
    report.companies.map(({ name, error, tables }) => [
      name,
      error,
      tables.find(({ table }) => table === 'Users')?.written,
    ]),
  ).toEqual([
    ['Um', '', 1],
    ['Dois', '', 0],
    ['Globex 2', '', undefined],
  ])
  expect(report.companies[1]?.notes).toMatchObject([{ code: 'emailTaken', values: { email: 'Mesma@um.test' } }])
  expect([report.leftOut, report.ownerless]).toEqual([{ Counters: 1 }, { Users: 2 }])
  expect(report.host).toMatchObject([
    { table: 'Helps', written: 1 },
    { table: 'Announcements', read: 0 },
  ])
  const only = await moveIn(world.platform, { scratch: scratchPath(), companies: [2] })
  expect(only.companiesLeftOut).toEqual(['Um', 'Globex'])
  expect(only.host[0]).toMatchObject({ written: 0, known: 1 })
})

test('a company whose rows cannot be read leaves the others, and comes once they can', async () => {
  const company = (id: number, name: string) => ({ id, name, ...times(0) })
  const tag = (id: number, companyId: number) => ({ id, name: `T${id}`, color: '#111111', companyId, ...times(id) })
  const user = (companyId: number) => ({
    id: companyId,
    name: 'Ana',
    email: `a${companyId}@x.test`,
    companyId,
    ...times(1),
  })
  const tables = {
    Companies: [company(1, 'Um'), company(2, 'Dois'), company(3, 'Três')],
    Users: [user(1), user(2), user(3)],
    Tags: [tag(1, 1), tag(2, 2), tag(3, 3)],
  }
  writeScratch(scratchPath(), 'T', tables)
  const scratch = new Database(scratchPath())
  const broken = "CASE WHEN companyId = '2' THEN json('no JSON') END"
  scratch.run(`ALTER TABLE Tags ADD COLUMN broken TEXT GENERATED ALWAYS AS (${broken}) VIRTUAL`)
  scratch.close()
  const folders = () => readdirSync(join(world.platform.config.dataDir, 'companies')).length
  const before = folders()
  const { companies } = await moveIn(world.platform, { scratch: scratchPath() })
  expect(companies).toMatchObject([
    { name: 'Um', error: '', isNew: true },
    { name: 'Dois', error: expect.stringContaining('JSON'), companyId: null },
    { name: 'Três', error: '', isNew: true },
  ])
  expect(folders()).toBe(before + 2)
  writeScratch(scratchPath(), 'T', tables)
  const again = await moveIn(world.platform, { scratch: scratchPath() })
  expect(again.companies.map(({ name, error, isNew }) => [name, error, isNew])).toEqual([
    ['Um', '', false],
    ['Dois', '', true],
    ['Três', '', false],
  ])
  expect(folders()).toBe(before + 3)
}, 120_000)
