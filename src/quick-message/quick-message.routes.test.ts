import { afterEach, beforeEach, expect, test } from 'bun:test'
import { recordFile, stageFile } from '../kernel/file/media-store'
import { type Caller, createWorld, type World } from '../testing/world/world'
import { formOf } from '../testing/world/form-of'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.stop())

function add(
  companyId: number,
  shortcode: string,
  fields: Partial<Record<'user_id' | 'geral' | 'visao', number>> = {},
) {
  const { user_id = null, geral = 0, visao = 0 } = fields
  const text = `INSERT INTO quick_message (shortcode, message, geral, visao, user_id, created_at, updated_at)
    VALUES (?, ?, ?, ?, ?, 0, 0) RETURNING id`
  const row = world
    .ctx(companyId)
    .company.sqlite.query<{ id: number }, (string | number | null)[]>(text)
    .get(shortcode, `Texto de ${shortcode}`, geral, visao, user_id)
  return row?.id ?? 0
}

const path = '/quick-messages/list'

test('lists own and shared messages by shortcut, and none of other users or companies', async () => {
  add(1, 'zeta', { user_id: 2 })
  add(1, 'Geral', { user_id: 1, geral: 1, visao: 1 })
  add(1, 'abertura', { user_id: 1, visao: 1 })
  add(1, 'de-carla', { user_id: 3 })
  add(2, 'globex', { user_id: 2, geral: 1, visao: 1 })
  const shortcodes = async (person: typeof world.bruno) =>
    (await (await world.as(person)).get(path)).body.map((one: { shortcode: string }) => one.shortcode)
  expect(await shortcodes(world.bruno)).toEqual(['abertura', 'Geral', 'zeta'])
  expect(await shortcodes(world.carla)).toEqual(['abertura', 'de-carla', 'Geral'])
  expect(await shortcodes(world.hugo)).toEqual(['globex'])
})

test('includes its file’s URL and name', async () => {
  const ctx = world.ctx(1)
  const id = add(1, 'catalogo', { user_id: 2 })
  const staged = await stageFile(ctx, new TextEncoder().encode('%PDF-1.7'), 'Catálogo.pdf', 'application/pdf')
  ctx.transaction(() => {
    const media = recordFile(ctx, staged, 'quick-message', id)
    ctx.company.sqlite.run('UPDATE quick_message SET media_id = ? WHERE id = ?', [media.id, id])
  })
  const bruno = await world.as(world.bruno)
  const { body } = await bruno.get(`${path}?companyId=1&userId=2`)
  expect(body).toEqual([
    {
      id,
      shortcode: 'catalogo',
      message: 'Texto de catalogo',
      geral: false,
      visao: false,
      status: false,
      userId: 2,
      mediaPath: `/media/${staged.key}`,
      mediaName: 'Catálogo.pdf',
      isMedia: true,
    },
  ])
  expect((await bruno.get(body[0].mediaPath)).status).toBe(200)
})

test('refuses to list another company’s or user’s messages', async () => {
  const bruno = await world.as(world.bruno)
  for (const query of ['?companyId=2', '?userId=3', '?companyId=2&userId=2']) {
    const { status, body } = await bruno.get(path + query)
    expect([status, body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
  }
  expect((await bruno.get(`${path}?userId=x`)).status).toBe(400)
  expect((await world.nobody.get(path)).status).toBe(401)
})

async function everyone() {
  const [ana, bruno, carla] = [await world.as(world.ana), await world.as(world.bruno), await world.as(world.carla)]
  return { ana, bruno, carla }
}

const pix = { shortcode: 'pix', message: 'Nossa chave é {{empresa}}' }
const seen = async (person: Caller) =>
  (await person.get('/quick-messages')).body.records.map((one: { shortcode: string }) => one.shortcode)
const upload = (person: Caller, id: number, bytes = 'foto') => {
  const form = formOf({ typeArch: 'quickMessage', file: new File([bytes], 'pix.txt', { type: 'text/plain' }) })
  return person.post(`/quick-messages/${id}/media-upload`, form)
}

test('is private, shared read-only, or shared for all to change', async () => {
  const { ana, bruno, carla } = await everyone()
  const made = await bruno.post('/quick-messages', { ...pix, shortcode: ' /PIX ' })
  expect([made.status, made.body]).toMatchObject([200, { shortcode: 'pix', userId: 2, user: { name: 'Bruno Lima' } }])
  const path = `/quick-messages/${made.body.id}`
  expect([await seen(bruno), await seen(carla), await seen(ana)]).toEqual([['pix'], [], []])
  expect((await carla.get(path)).body.error).toBe('ERR_NO_QUICK_MESSAGE_FOUND')
  expect((await ana.put(path, { message: 'x' })).body.error).toBe('ERR_NO_QUICK_MESSAGE_FOUND')

  expect((await bruno.put(path, { visao: true })).body).toMatchObject({ visao: true, geral: false })
  expect(await seen(carla)).toEqual(['pix'])
  expect((await carla.put(path, { message: 'x' })).body.error).toBe('ERR_NO_PERMISSION')
  expect((await upload(carla, made.body.id)).body.error).toBe('ERR_NO_PERMISSION')
  expect((await ana.put(path, { message: 'Chave nova' })).body.message).toBe('Chave nova')

  await bruno.put(path, { visao: false, geral: true })
  expect((await carla.put(path, { message: 'De Carla' })).body).toMatchObject({ message: 'De Carla', visao: true })
  expect((await carla.put(path, { geral: false, visao: false })).body.error).toBe('ERR_NO_PERMISSION')
  expect((await carla.delete(path)).body.error).toBe('ERR_NO_PERMISSION')
  expect((await bruno.delete(path)).status).toBe(200)
})

test('publishes changes to users who see it; those who no longer do receive a deletion', async () => {
  const { bruno } = await everyone()
  const { id } = (await bruno.post('/quick-messages', pix)).body
  await bruno.put(`/quick-messages/${id}`, { message: 'Só minha' })
  await bruno.put(`/quick-messages/${id}`, { visao: true })
  await bruno.put(`/quick-messages/${id}`, { visao: false })
  await bruno.delete(`/quick-messages/${id}`)
  const published = world.published.map(({ event, topics, data }) => [event, topics, data['action']])
  expect(published).toEqual([
    ['company-1-quickemessage', ['1/user:2'], 'create'],
    ['company-1-quickemessage', ['1/user:2'], 'update'],
    ['company-1-quickemessage', ['1/all'], 'update'],
    ['company-1-quickemessage', ['1/user:2'], 'update'],
    ['company-1-quickemessage', ['1/user:1', '1/user:3', '1/user:4'], 'delete'],
    ['company-1-quickemessage', ['1/user:2'], 'delete'],
  ])
})

test('stores, replaces and deletes its file, and serves it to those who see the message', async () => {
  const { bruno, carla } = await everyone()
  const { id } = (await bruno.post('/quick-messages', { shortcode: 'foto', isMedia: true })).body
  const first = (await upload(bruno, id)).body
  expect(first).toMatchObject({ isMedia: true, mediaName: 'pix.txt' })
  expect([(await bruno.get(first.mediaPath)).status, (await carla.get(first.mediaPath)).status]).toEqual([200, 404])
  const second = (await upload(bruno, id, 'outra')).body
  expect((await bruno.get(first.mediaPath)).status).toBe(404)
  const removal = `/quick-messages/${id}/media-upload`
  expect((await bruno.delete(removal)).body.fields).toEqual({ message: 'required' })
  await bruno.put(`/quick-messages/${id}`, { message: 'Texto' })
  expect((await bruno.delete(removal)).body).toMatchObject({ isMedia: false, mediaPath: null })
  expect((await bruno.get(second.mediaPath)).status).toBe(404)
  expect((await upload(bruno, id, '')).body.fields).toEqual({ file: 'empty' })
})

test.each([
  ['no shortcode', { shortcode: ' / ' }, { shortcode: 'required' }],
  ['a space', { shortcode: 'chave pix' }, { shortcode: 'shortcode' }],
  ['a path', { shortcode: '../etc' }, { shortcode: 'shortcode' }],
  ['51 characters', { shortcode: 'x'.repeat(51) }, { shortcode: 'tooLong' }],
  ['nothing to say', { message: ' ' }, { message: 'required' }],
  ['a long text', { message: 'x'.repeat(4097) }, { message: 'tooLong' }],
  ['a shortcode twice', { shortcode: 'OI' }, { shortcode: 'shortcodeTaken' }],
])('%s is refused at its field', async (_, wrong, fields) => {
  const bruno = await world.as(world.bruno)
  await bruno.post('/quick-messages', { shortcode: 'oi', message: 'Olá' })
  const { status, body } = await bruno.post('/quick-messages', { ...pix, ...wrong })
  expect([status, body.fields]).toEqual([400, fields])
  const carla = await world.as(world.carla)
  expect((await carla.post('/quick-messages', { shortcode: 'oi', message: 'De Carla' })).status).toBe(200)
})

test('is not renamed to another of the same owner, but to one of a colleague', async () => {
  const { bruno, carla } = await everyone()
  for (const shortcode of ['oi', 'pix']) await bruno.post('/quick-messages', { shortcode, message: 'Olá' })
  const { id } = (await carla.post('/quick-messages', { shortcode: 'tchau', message: 'Até' })).body
  expect((await carla.put(`/quick-messages/${id}`, { shortcode: 'pix' })).status).toBe(200)
  const [oi] = (await bruno.get('/quick-messages')).body.records
  expect((await bruno.put(`/quick-messages/${oi.id}`, { shortcode: 'pix' })).body.fields).toEqual({
    shortcode: 'shortcodeTaken',
  })
  expect((await bruno.put(`/quick-messages/${oi.id}`, { shortcode: 'oi', message: 'Oi' })).status).toBe(200)
  expect(await seen(bruno)).toEqual(['oi', 'pix'])
})

test('deleting a user deletes their private messages; shared ones stay for admins', async () => {
  const { ana, bruno, carla } = await everyone()
  for (const [shortcode, visao] of [
    ['minha', false],
    ['nossa', true],
  ] as const) {
    const { id } = (await bruno.post('/quick-messages', { ...pix, shortcode, visao })).body
    await upload(bruno, id)
  }
  const [file] = (await bruno.get('/quick-messages')).body.records
  await ana.delete('/users/2')
  expect([await seen(carla), (await carla.get('/quick-messages')).body.records[0].user]).toEqual([['nossa'], null])
  expect((await ana.get(file.mediaPath)).status).toBe(404)
  const { id } = (await ana.get('/quick-messages')).body.records[0]
  expect((await carla.put(`/quick-messages/${id}`, { message: 'x' })).body.error).toBe('ERR_NO_PERMISSION')
  expect((await ana.put(`/quick-messages/${id}`, { geral: true })).status).toBe(200)
})

test('searches without accents, in pages, optionally own ones only', async () => {
  const { bruno, carla } = await everyone()
  for (let index = 0; index < 21; index++)
    await bruno.post('/quick-messages', {
      shortcode: `ola${index}`,
      message: index === 7 ? 'Promoção' : 'Oi',
      visao: true,
    })
  await carla.post('/quick-messages', { shortcode: 'zeta', message: 'De Carla' })
  const page = async (query: string) => (await carla.get(`/quick-messages${query}`)).body
  expect(await page('?pageNumber=2')).toMatchObject({ count: 22, hasMore: false, records: { length: 2 } })
  expect((await page('?searchParam=promocao')).records.map((one: { shortcode: string }) => one.shortcode)).toEqual([
    'ola7',
  ])
  expect((await page('?mine=true')).records.map((one: { shortcode: string }) => one.shortcode)).toEqual(['zeta'])
})
