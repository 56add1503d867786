import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dot } from '../../testing/media/dot'
import { writeScratch } from '../../testing/move-in/scratch'
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

const times = { createdAt: new Date('2025-03-03T12:00:00Z'), updatedAt: new Date('2025-03-03T12:00:00Z') }

test('files outside of the folder and of another company are never taken', async () => {
  writeFileSync(join(folder, 'outside.txt'), 'secret')
  const media = join(folder, 'media')
  for (const name of ['company3', 'company4']) mkdirSync(join(media, 'public', name), { recursive: true })
  writeFileSync(join(media, 'public/company3/certo.png'), dot)
  writeFileSync(join(media, 'public/company4/alheio.png'), dot)
  symlinkSync('../../../outside.txt', join(media, 'public/company3/atalho.txt'))
  const urls = [
    ...[
      'certo.png',
      '../company4/alheio.png',
      'company4/alheio.png',
      '../../../outside.txt',
      '%2e%2e/%2e%2e/outside.txt',
    ],
    ...[
      join(folder, 'outside.txt'),
      'atalho.txt',
      'https://velho.test/public/company3/certo.png',
      '..\\..\\outside.txt',
    ],
    'company3',
  ]
  const scratch = join(folder, 'scratch.sqlite')
  writeScratch(scratch, 'G', {
    Companies: [{ id: 3, name: 'Padaria', ...times }],
    Contacts: [{ id: 20, name: 'Zé', number: '5511988880009', companyId: 3, ...times }],
    Tickets: [{ id: 30, status: 'closed', contactId: 20, companyId: 3, ...times }],
    Messages: urls.map((mediaUrl, index) => ({
      id: index + 1,
      wid: `W${index}`,
      body: '',
      mediaType: 'image',
      mediaUrl,
      ticketId: 30,
      contactId: 20,
      companyId: 3,
      ...times,
    })),
  })
  const { companies } = await moveIn(world.platform, { scratch, media })
  expect(companies[0]).toMatchObject({ error: '', media: { found: 2, missing: 8 } })
  const { sqlite } = world.ctx(companies[0]?.companyId ?? 0).company
  expect(sqlite.query("SELECT id FROM message WHERE data ->> '$.file.state' IS NULL").all()).toEqual([
    { id: 1 },
    { id: 8 },
  ])
  expect(sqlite.query('SELECT type, size FROM media').all()).toEqual([
    { type: 'image/png', size: dot.length },
    { type: 'image/png', size: dot.length },
  ])
})

test('a second run links files that were not there the first time', async () => {
  const scratch = join(folder, 'scratch.sqlite')
  writeScratch(scratch, 'T', {
    Companies: [{ id: 3, name: 'Padaria', ...times }],
    Contacts: [{ id: 20, name: 'Zé', number: '5511988880009', companyId: 3, ...times }],
    Tickets: [{ id: 30, status: 'closed', contactId: 20, companyId: 3, ...times }],
    Messages: ['foto.png', 'nunca.png'].map((name, index) => ({
      id: `M${index}`,
      body: '',
      mediaType: 'image',
      mediaUrl: `media/3/20/30/abc/${name}`,
      ticketId: 30,
      contactId: 20,
      companyId: 3,
      quotedMsgId: 'gone',
      ...times,
    })),
  })
  const first = await moveIn(world.platform, { scratch })
  expect(first.companies[0]).toMatchObject({ error: '', media: { found: 0, missing: 2 } })
  expect(first.companies[0]?.tables.find(({ table }) => table === 'References')).toMatchObject({ skipped: 2 })
  mkdirSync(join(folder, 'media/3/20/30/abc'), { recursive: true })
  writeFileSync(join(folder, 'media/3/20/30/abc/foto.png'), dot)
  const { companies } = await moveIn(world.platform, { scratch, media: join(folder, 'media') })
  expect(companies[0]).toMatchObject({ error: '', isNew: false, media: { found: 1, missing: 1 } })
  const { sqlite } = world.ctx(companies[0]?.companyId ?? 0).company
  expect(
    sqlite.query("SELECT id, data ->> '$.file.state' AS state FROM message WHERE media_id IS NOT NULL").all(),
  ).toEqual([{ id: 1, state: null }])
})
