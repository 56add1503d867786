import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mediaPath } from '../kernel/file/media-store'
import { type Caller, createWorld, type World } from '../testing/world/world'
import { fileListRecords } from './file-list.record'

let world: World
let ana: Caller
beforeEach(async () => {
  world = await createWorld()
  ana = await world.as(world.ana)
})
afterEach(() => world.stop())

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
const fileOf = (name: string, bytes: Uint8Array | string = png, type = 'image/png') =>
  new File([bytes as BlobPart], name, { type })

/** The form of an upload, its fields repeated as programs send them. */
function formOf(files: readonly File[], more: Record<string, readonly string[]> = {}) {
  const form = new FormData()
  for (const file of files) form.append('files', file)
  for (const [name, values] of Object.entries(more)) for (const value of values) form.append(name, value)
  return form
}

const body = { name: 'Catálogo', message: 'Segue o catálogo', options: [{ name: 'Capa' }, { name: 'Preços' }] }
const create = async (given: object = body) => (await ana.post('/files', given)).body
const keysOf = (id: number) =>
  fileListRecords.get(world.ctx(1), id).options.flatMap(({ file }) => (file ? [file.key] : []))
const onDisk = (key: string) => existsSync(mediaPath(world.ctx(1), key))

test('keeps files in order; replaced and removed files are deleted from the disk', async () => {
  const list = await create()
  expect(
    list.options.map(({ id, name, path }: { id: number; name: string; path: string }) => [id, name, path]),
  ).toEqual([
    [1, 'Capa', null],
    [2, 'Preços', null],
  ])
  const upload = `/files/uploadList/${list.id}`
  const sent = formOf([fileOf('precos.png'), fileOf('capa.png')], { id: ['2', '1'], typeArch: ['fileList'] })
  const answer = await ana.post(upload, sent)
  expect(answer.status).toBe(200)
  expect(answer.body.files.options.map(({ name, file }: { name: string; file: string }) => [name, file])).toEqual([
    ['Capa', 'capa.png'],
    ['Preços', 'precos.png'],
  ])
  const [capa = '', precos = ''] = keysOf(list.id)
  expect((await ana.get(`/media/${capa}`)).status).toBe(200)

  await ana.post(upload, formOf([fileOf('nova.png')], { id: ['1'] }))
  expect([onDisk(capa), onDisk(precos)]).toEqual([false, true])
  // Without an id: the option of that name that lacks a file, else a new one.
  await ana.put(`/files/${list.id}`, {
    options: [{ name: 'Mapa' }, { id: 2, name: 'Tabela' }, { id: 1, name: 'Capa' }],
  })
  const named = await ana.post(upload, formOf([fileOf('a.png'), fileOf('b.png')], { name: ['Mapa', 'Ficha'] }))
  expect(named.body.files.options.map(({ id, name, file }: Record<string, unknown>) => [id, name, file])).toEqual([
    [3, 'Mapa', 'a.png'],
    [2, 'Tabela', 'precos.png'],
    [1, 'Capa', 'nova.png'],
    [4, 'Ficha', 'b.png'],
  ])

  const [mapa = '', , left = '', ficha = ''] = keysOf(list.id)
  expect([mapa, precos, left, ficha].map(onDisk)).toEqual([true, true, true, true])
  await ana.put(`/files/${list.id}`, { options: [{ id: 1, name: 'Capa' }] })
  expect([mapa, precos, left, ficha].map(onDisk)).toEqual([false, false, true, false])
  expect(keysOf(list.id)).toEqual([left])
  expect((await ana.delete(`/files/${list.id}`)).status).toBe(200)
  expect([onDisk(left), (await ana.get(`/files/${list.id}`)).body.error]).toEqual([false, 'ERR_NO_FILE_LIST_FOUND'])
})

test.each([
  ['a short name', { name: 'ab' }, { name: 'fileListTooShort' }],
  ['no message', { message: ' ' }, { message: 'required' }],
  ['a long message', { message: 'x'.repeat(4097) }, { message: 'tooLong' }],
  ['a file without a caption', { options: [{ name: '' }] }, { 'options.0.name': 'required' }],
  ['an unknown option', { options: [{ name: 'Capa', id: 99 }] }, { 'options.0.id': 'unknown' }],
  ['31 files', { options: Array.from({ length: 31 }, () => ({ name: 'x' })) }, { options: 'tooMany' }],
])('%s is refused at its field', async (_, wrong, fields) => {
  const made = await ana.post('/files', { ...body, ...wrong })
  expect([made.status, made.body.fields]).toEqual([400, fields])
  expect((await ana.get('/files')).body.count).toBe(0)
})

test('a refused upload leaves no files', async () => {
  const list = await create()
  const upload = `/files/uploadList/${list.id}`
  const refused = async (form: FormData, path = upload) => {
    const { status, body } = await ana.post(path, form)
    return [status, body.error, body.fields]
  }
  expect(await refused(formOf([fileOf('a.png', '')], { id: ['1'] }))).toEqual([
    400,
    'ERR_INVALID_INPUT',
    { files: 'empty' },
  ])
  expect(await refused(formOf([fileOf('a.png')], { id: ['7'] }))).toEqual([
    400,
    'ERR_INVALID_INPUT',
    { 'id.0': 'unknown' },
  ])
  const many = Array.from({ length: 31 }, (_, index) => fileOf(`${index}.png`))
  expect((await refused(formOf(many)))[2]).toEqual({ files: 'tooMany' })
  expect((await refused(formOf([fileOf('a.png')]), '/files/uploadList/99'))[1]).toBe('ERR_NO_FILE_LIST_FOUND')
  const files = [...new Bun.Glob('**/*').scanSync({ cwd: world.ctx(1).company.mediaFolder })]
  expect(files).toEqual([])
})

test('detects types by the bytes, and serves HTML as a download', async () => {
  const list = await create({ ...body, options: [{ name: 'Página' }] })
  const page = fileOf('logo.png', '<svg onload=alert(1)>', 'image/svg+xml')
  const { body: answer } = await ana.post(`/files/uploadList/${list.id}`, formOf([page], { id: ['1'] }))
  const [option] = answer.files.options
  expect(option).toMatchObject({ mediaType: 'application/octet-stream', file: 'logo.png' })
  const { headers } = await ana.get(option.path)
  expect(headers.get('content-disposition')).toStartWith('attachment')
})

test('lists and their live events are limited to the company’s admins', async () => {
  const bruno = await world.as(world.bruno)
  const gina = await world.as(world.gina)
  const list = await create()
  await ana.post(`/files/uploadList/${list.id}`, formOf([fileOf('capa.png')], { id: ['1'] }))
  const [key = ''] = keysOf(list.id)
  for (const [method, path, given] of [
    ['GET', '/files'],
    ['GET', `/files/${list.id}`],
    ['POST', '/files', body],
    ['PUT', `/files/${list.id}`, { name: 'Outro' }],
    ['DELETE', `/files/${list.id}`],
    ['POST', `/files/uploadList/${list.id}`, formOf([fileOf('x.png')])],
  ] as const) {
    expect([path, (await bruno.call(method, path, given)).body.error]).toEqual([path, 'ERR_NO_PERMISSION'])
  }
  expect((await bruno.get(`/media/${key}`)).status).not.toBe(200)
  expect((await gina.get(`/media/${key}`)).status).toBe(404)
  expect((await gina.get(`/files/${list.id}`)).body.error).toBe('ERR_NO_FILE_LIST_FOUND')
  expect((await ana.get('/files?companyId=2')).body.error).toBe('ERR_NO_PERMISSION')
  expect(world.published.map(({ event, topics, data }) => [event, topics, data['action']])).toEqual([
    ['company-1-file', ['1/admin'], 'create'],
    ['company-1-file', ['1/admin'], 'update'],
  ])
})

test('a queue accepts an existing list only, and loses a deleted one', async () => {
  const list = await create()
  const unknown = await ana.put('/queue/1', { fileListId: 99 })
  expect([unknown.status, unknown.body.fields]).toEqual([400, { fileListId: 'unknown' }])
  expect((await ana.put('/queue/1', { fileListId: list.id })).body.fileListId).toBe(list.id)
  expect((await ana.get(`/files/${list.id}/uses`)).body).toEqual({ queues: ['Vendas'] })
  await ana.delete(`/files/${list.id}`)
  expect((await ana.get('/queue/1')).body.fileListId).toBeNull()
})
