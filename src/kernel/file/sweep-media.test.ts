import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, linkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setContactPicture } from '../../contact/identity/contact-channel'
import { type Campaigns, createCampaigns } from '../../testing/campaign/campaigns'
import { dot } from '../../testing/media/dot'
import { storedFiles } from '../../testing/media/stored-files'
import type { World } from '../../testing/world/world'
import {
  findMediaByKey,
  type Media,
  mediaPath,
  recordFile,
  stageAgain,
  type StagedFile,
  stageFile,
} from './media-store'
import { sweepMedia } from './sweep-media'

let campaigns: Campaigns
let world: World
beforeAll(async () => {
  campaigns = await createCampaigns(new Date())
  await campaigns.settings({ startHour: '00:00', endHour: '00:00', sabado: true, domingo: true })
  world = campaigns.world
})
afterAll(() => world.stop())

const picture = (name: string) => new File([dot], name, { type: 'image/png' })
const formOf = (field: string, file: File, more: Record<string, string> = {}) => {
  const form = new FormData()
  form.set(field, file)
  for (const [name, value] of Object.entries(more)) form.set(name, value)
  return form
}
const dayMs = 86_400_000
/** Files are as old as the disk says, whatever the clock of the test. */
const inDays = (days: number) => world.setTime(new Date(Date.now() + days * dayMs))
const sweep = (companyId = 1) => sweepMedia(world.ctx(companyId).company)
const orphan = async (companyId = 1) => (await stageFile(world.ctx(companyId), dot, 'perdido.png')).key
const record = async (kind: Media['kind'], ownerId: number) =>
  recordFile(world.ctx(1), await stageFile(world.ctx(1), dot, 'sem-dono.png'), kind, ownerId)

/** A file of every kind, each named by its record. */
async function storeEverything() {
  const { ana } = campaigns
  const upload = async (path: string) => (await ana.post(path, formOf('file', picture('a.png')))).body.mediaPath
  const contactListId = await campaigns.addList(2)
  await campaigns.start({ contactListId, mediaPath: await upload('/campaigns/media-upload') })
  await campaigns.pass(10)
  await campaigns.create({ mediaPath: await upload('/campaigns/media-upload') })
  await ana.post('/schedules', {
    body: 'Amanhã',
    sendAt: '2099-11-25T15:00:00.000Z',
    contactId: 1,
    mediaPath: await upload('/schedules/media-upload'),
  })
  const quick = (await ana.post('/quick-messages', { shortcode: 'pix', message: 'Pix', geral: true, visao: true })).body
  await ana.post(`/quick-messages/${quick.id}/media-upload`, formOf('file', picture('b.png')))
  const list = (await ana.post('/files', { name: 'Catálogo', message: 'Segue', options: [{ name: 'Capa' }] })).body
  await ana.post(`/files/uploadList/${list.id}`, formOf('files', picture('c.png'), { id: '1' }))
  await ana.post(`/whatsapp/1/media-upload`, formOf('file', picture('d.png')))
  await ana.post(`/users/${world.ana.id}/media-upload`, formOf('profileImage', picture('e.png')))
  const chat = (await ana.post('/chats', { title: 'Entrega', users: [{ id: world.carla.id, name: 'x' }] })).body
  await ana.post(`/chats/${chat.id}/messages`, formOf('medias', picture('f.png'), { message: 'oi' }))
  await ana.post('/flowbuilder/img', formOf('medias', picture('g.png')))
  const ctx = world.ctx(1)
  setContactPicture(ctx, 1, await stageFile(ctx, dot, 'h.png'))
  const rows = await record('contact-import', 1)
  ctx.company.sqlite.run(
    "INSERT INTO contact_import (kind, state, file_name, sheets, media_id, created_at) VALUES ('spreadsheet', 'uploaded', 'a.csv', '[]', ?, 0)",
    [rows.id],
  )
  const { id: productFile } = await record('agent', 4242)
  ctx.company.sqlite.run('PRAGMA foreign_keys = OFF')
  ctx.company.sqlite.run('INSERT INTO agent_file (item_id, media_id, position, text_state) VALUES (4242, ?, 0, ?)', [
    productFile,
    'none',
  ])
  ctx.company.sqlite.run('PRAGMA foreign_keys = ON')
  // The record that names it is not its owner.
  const moved = await record('message', 99_999)
  ctx.company.sqlite.run('UPDATE quick_message SET media_id = ? WHERE id = ?', [moved.id, quick.id])
  return moved
}

test('what nothing names is deleted after a week, and every file that is still named stays', async () => {
  const moved = await storeEverything()
  const kinds = world.ctx(1).company.sqlite.query<{ kind: string }, []>('SELECT DISTINCT kind FROM media').all()
  expect(kinds).toHaveLength(12)
  // A second company has the same file names and ids.
  const { keys: before } = storedFiles(world)
  const other = await orphan(2)
  // As earlier versions and killed processes left them.
  const lost = [await orphan(), await orphan()]
  const replaced = world
    .ctx(1)
    .company.sqlite.query<{ id: number; key: string }, []>("SELECT id, key FROM media WHERE kind = 'quick-message'")
  const unowned = [await record('campaign', 0), await record('message', 88_888), await record('schedule', 77)]
  const notOurs = join(mediaPath(world.ctx(1), lost[0] ?? ''), '..', 'anotacoes.txt')
  writeFileSync(notOurs, 'do administrador')

  inDays(6)
  expect(await sweep()).toEqual({ records: 0, files: 0 })
  inDays(8)
  const [{ id: replacedId = 0 } = {}] = replaced.all()
  expect(await sweep()).toEqual({ records: unowned.length + 1, files: lost.length })
  expect(findMediaByKey(world.ctx(1), moved.key)).toBeDefined()
  const gone = [...unowned.map(({ key }) => key), ...lost]
  const { keys, unrecorded } = storedFiles(world)
  expect(gone.filter((key) => keys.includes(key))).toEqual([])
  expect([before.length - keys.filter((key) => before.includes(key)).length, replacedId > 0]).toEqual([1, true])
  expect([unrecorded, existsSync(notOurs)]).toEqual([['anotacoes.txt'], true])
  // What the screens show is still served.
  const { sqlite } = world.ctx(1).company
  for (const { key } of sqlite.query<{ key: string }, []>('SELECT key FROM media').all())
    expect([key, keys.includes(key)]).toEqual([key, true])
  expect(await sweep()).toEqual({ records: 0, files: 0 })
  // The other company's are swept with it, not with this one.
  expect(storedFiles(world, 2).unrecorded).toEqual([other])
  expect(await sweep(2)).toEqual({ records: 0, files: 1 })
})

test('a fresh copy of an old file is fresh, and a sweep that was killed is completed by the next', async () => {
  inDays(0)
  const ctx = world.ctx(1)
  const [old] = ctx.company.sqlite.query<{ key: string }, []>('SELECT key FROM media').all()
  const copy = `${old?.key.slice(0, 7)}-${'c'.repeat(24)}.png`
  linkSync(mediaPath(ctx, old?.key ?? ''), mediaPath(ctx, copy))
  const { id, key } = await record('campaign', 0)
  inDays(6)
  expect(await sweep()).toEqual({ records: 0, files: 0 })
  inDays(8)
  // Killed after its record was deleted and before its bytes were.
  ctx.company.sqlite.run('DELETE FROM media WHERE id = ?', [id])
  expect(
    storedFiles(world)
      .unrecorded.filter((name) => name !== 'anotacoes.txt')
      .toSorted(),
  ).toEqual([key, copy].toSorted())
  world.platform.files.close(1)
  expect(await sweep()).toEqual({ records: 0, files: 2 })
  expect(existsSync(mediaPath(world.ctx(1), old?.key ?? ''))).toBe(true)
})

test('a copy that is made in a transaction stays only if the transaction records it', async () => {
  const ctx = world.ctx(1)
  const media = await record('campaign', 0)
  const before = storedFiles(world).keys
  const copy = () => stageAgain(ctx, media) as StagedFile
  const kept = ctx.transaction(() => {
    copy()
    return recordFile(ctx, copy(), 'campaign', 0).key
  })
  const fail = () =>
    ctx.transaction(() => {
      recordFile(ctx, copy(), 'campaign', 0)
      throw new Error('rolled back')
    })
  expect(fail).toThrow('rolled back')
  expect(storedFiles(world).keys).toEqual([...before, kept].toSorted())
})
