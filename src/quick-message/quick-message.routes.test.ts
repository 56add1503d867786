import { afterEach, beforeEach, expect, test } from 'bun:test'
import { recordFile, stageFile } from '../kernel/media-store'
import { createWorld, type World } from '../testing/world'

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

test('one’s own and what is shown to all, by shortcode; nobody else’s and no other company’s', async () => {
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

test('its file comes along with its address and name', async () => {
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
      ...{ id, shortcode: 'catalogo', message: 'Texto de catalogo', geral: false, visao: false, userId: 2 },
      ...{ mediaPath: `/media/${staged.key}`, mediaName: 'Catálogo.pdf', isMedia: true },
    },
  ])
  expect((await bruno.get(body[0].mediaPath)).status).toBe(200)
})

test('neither another company nor another person can be asked for', async () => {
  const bruno = await world.as(world.bruno)
  for (const query of ['?companyId=2', '?userId=3', '?companyId=2&userId=2']) {
    const { status, body } = await bruno.get(path + query)
    expect([status, body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
  }
  expect((await bruno.get(`${path}?userId=x`)).status).toBe(400)
  expect((await world.nobody.get(path)).status).toBe(401)
})
