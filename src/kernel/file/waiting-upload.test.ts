import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { importForm } from '../../testing/campaign/contact-imports'
import { dot } from '../../testing/media/dot'
import { createWorld, signIn, type Caller, type World } from '../../testing/world/world'

let world: World
let ana: Caller
let gina: Caller
beforeEach(async () => {
  world = await createWorld()
  ;({ ana, gina } = await signIn(world, 'ana', 'gina'))
})
afterEach(() => world.stop())

const megabyte = 1024 * 1024
/** Records a file of the company without its bytes. */
const addMedia = (kind: string, ownerId: number, size: number, companyId = 1) =>
  world
    .ctx(companyId)
    .company.sqlite.run(
      `INSERT INTO media (key, kind, owner_id, name, type, size, created_at) VALUES (?, ?, ?, 'a', 'image/png', ?, 0)`,
      [`2026-01-${kind}-${ownerId}-${size}`, kind, ownerId, size],
    )
const form = (field: string) => {
  const given = new FormData()
  given.set(field, new File([dot], 'a.png', { type: 'image/png' }))
  return given
}
const upload = {
  schedule: (calls: Caller) => calls.post('/schedules/media-upload', form('file')),
  campaign: (calls: Caller) => calls.post('/campaigns/media-upload', form('file')),
  import: (calls: Caller) => calls.post('/contacts/upload', importForm('Nome,Número\nEva,5511900001111\n')),
  flow: (calls: Caller) => calls.post('/flowbuilder/img', form('medias')),
}
type Kind = keyof typeof upload
const outcomes = async (calls: Caller, ...kinds: Kind[]) => {
  const answers = []
  for (const kind of kinds) {
    const { status, body } = await upload[kind](calls)
    answers.push(body?.error ?? status)
  }
  return answers
}
const full = 'ERR_UPLOADS_WAITING'

test('a company’s unused uploads are limited together; used files and other companies do not count', async () => {
  addMedia('schedule', 7, 300 * megabyte)
  addMedia('message', 0, 300 * megabyte)
  expect(await outcomes(ana, 'schedule', 'campaign', 'import')).toEqual([200, 200, 200])
  addMedia('campaign', 0, 120 * megabyte)
  addMedia('contact-import', 9, 80 * megabyte)
  expect(await outcomes(ana, 'schedule', 'campaign', 'import')).toEqual([full, full, full])
  expect(await outcomes(gina, 'schedule', 'campaign', 'import')).toEqual([200, 200, 200])
})

test('uploads at the same time do not exceed the limit together, and refused ones leave no file', async () => {
  addMedia('campaign', 0, 200 * megabyte - dot.length)
  const filesIn = () => readdirSync(world.ctx(1).company.mediaFolder, { recursive: true }).length
  const before = filesIn()
  const answers = await Promise.all([1, 2, 3].map(() => upload.schedule(ana)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  // The month's folder and one file.
  expect(filesIn() - before).toBe(2)
})

test('files that no flow uses are limited', async () => {
  addMedia('flow', 0, 200 * megabyte)
  expect(await outcomes(ana, 'flow', 'schedule')).toEqual([full, 200])
  expect(await outcomes(gina, 'flow')).toEqual([200])
  world.ctx(1).company.sqlite.run(`UPDATE media SET size = size - ? WHERE kind = 'flow'`, [dot.length])
  const filesIn = () => readdirSync(world.ctx(1).company.mediaFolder, { recursive: true }).length
  const before = filesIn()
  const atOnce = await Promise.all([outcomes(ana, 'flow'), outcomes(ana, 'flow'), outcomes(gina, 'flow')])
  expect(atOnce.flat().sort()).toEqual([200, 200, full])
  expect(atOnce[2]).toEqual([200])
  expect(filesIn() - before).toBeLessThanOrEqual(2)
  const { id } = (await ana.post('/flowbuilder', { name: 'Boas-vindas' })).body
  const named = `SELECT json_array(json_object('id', '1', 'type', 'img', 'data', json_object('url', key))) FROM media WHERE kind = 'flow'`
  world
    .ctx(1)
    .company.sqlite.run(
      `INSERT INTO flow_version (flow_id, version, at, nodes, connections) VALUES (?, 99, 0, (${named}), '[]')`,
      [id],
    )
  expect(await outcomes(ana, 'flow')).toEqual([200])
})
