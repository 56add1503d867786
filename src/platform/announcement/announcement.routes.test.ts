import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { dot } from '../../testing/media/dot'
import { createServedWorld } from '../../testing/world/served-world'
import { createWorld, type World } from '../../testing/world/world'
import { formOf } from '../../testing/world/form-of'
import { refreshCookieName } from '../../user/session/authenticate'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.stop())

function picture(bytes: Uint8Array, name = 'férias.png') {
  return formOf({
    typeArch: 'announcements',
    file: new File([bytes as Uint8Array<ArrayBuffer>], name, { type: 'image/png' }),
  })
}

const maintenance = { title: 'Manutenção', text: 'Domingo às 3h.' }

test('only the super user writes announcements; users of all companies read active ones', async () => {
  const sofia = await world.as(world.sofia)
  const made = (await sofia.post('/announcements', maintenance)).body
  expect(made).toMatchObject({ ...maintenance, priority: 3, status: true, mediaPath: null, mediaName: null })
  for (const person of [world.ana, world.bruno, world.gina]) {
    const caller = await world.as(person)
    const refused = await Promise.all([
      caller.post('/announcements', maintenance),
      caller.put(`/announcements/${made.id}`, { title: 'x' }),
      caller.delete(`/announcements/${made.id}`),
      caller.post(`/announcements/${made.id}/media-upload`, picture(dot)),
      caller.delete(`/announcements/${made.id}/media-upload`),
    ])
    expect(refused.map(({ status, body }) => [status, body.error])).toEqual(
      refused.map(() => [403, 'ERR_NO_PERMISSION']),
    )
    expect((await caller.get('/announcements')).body).toMatchObject({ records: [made], hasMore: false, count: 1 })
    expect((await caller.get(`/announcements/${made.id}`)).body).toEqual(made)
  }
  await sofia.put(`/announcements/${made.id}`, { status: false })
  const gina = await world.as(world.gina)
  for (const show of ['active', 'all']) {
    expect((await gina.get(`/announcements?show=${show}`)).body).toMatchObject({ records: [], count: 0, unseen: 0 })
  }
  const gone = await gina.get(`/announcements/${made.id}`)
  expect([gone.status, gone.body.error]).toEqual([404, 'ERR_NO_ANNOUNCEMENT_FOUND'])
  expect((await sofia.get('/announcements')).body.records).toEqual([])
  expect((await sofia.get('/announcements?show=all')).body.records).toMatchObject([{ id: made.id, status: false }])
  expect((await sofia.delete(`/announcements/${made.id}`)).body).toEqual({ ok: true })
  expect((await sofia.delete(`/announcements/${made.id}`)).status).toBe(404)
  expect((await sofia.put(`/announcements/${made.id}`, {})).status).toBe(404)
})

test('sorts by priority, then newest first; searches without accents', async () => {
  const sofia = await world.as(world.sofia)
  const day = (number: number) => world.setTime(new Date(Date.UTC(2026, 0, number)))
  const add = (title: string, priority: number) => sofia.post('/announcements', { title, text: 'Olá', priority })
  day(1)
  await add('Velho e alto', 1)
  day(2)
  await add('Baixo', 3)
  await add('Médio', 2)
  day(3)
  await add('Novo e alto', 1)
  const titles = async (query = '') =>
    (await sofia.get(`/announcements${query}`)).body.records.map(({ title }: { title: string }) => title)
  expect(await titles()).toEqual(['Novo e alto', 'Velho e alto', 'Médio', 'Baixo'])
  expect(await titles('?searchParam=MEDIO')).toEqual(['Médio'])
  for (let index = 0; index < 20; index++) await add(`Mais ${index}`, 3)
  const second = (await sofia.get('/announcements?pageNumber=2')).body
  expect([second.records.length, second.hasMore, second.count]).toEqual([4, false, 24])
})

test('counts announcements since the user’s last visit as new', async () => {
  const sofia = await world.as(world.sofia)
  const unseen = async (caller: typeof sofia) => (await caller.get('/announcements')).body.unseen
  const at = (minute: number) => world.setTime(new Date(Date.UTC(2026, 0, 1, 0, minute)))
  at(1)
  const one = (await sofia.post('/announcements', maintenance)).body
  const bruno = await world.as(world.bruno)
  const hugo = await world.as(world.hugo)
  expect(await unseen(bruno)).toBe(1)
  at(2)
  expect((await bruno.post('/announcements/seen')).body).toEqual({ unseen: 0 })
  expect([await unseen(bruno), await unseen(hugo)]).toEqual([0, 1])
  at(3)
  await sofia.put(`/announcements/${one.id}`, { text: 'Domingo às 4h.' })
  expect(await unseen(bruno)).toBe(0)
  await sofia.put(`/announcements/${one.id}`, { status: false })
  expect(await unseen(hugo)).toBe(0)
  at(4)
  await sofia.put(`/announcements/${one.id}`, { status: true })
  expect([await unseen(bruno), await unseen(hugo)]).toEqual([1, 1])
  await sofia.post('/announcements', { ...maintenance, status: false })
  expect(await unseen(bruno)).toBe(1)
})

test('re-encodes a picture, serves it to signed-in users, and deletes it with its announcement', async () => {
  const sofia = await world.as(world.sofia)
  const { id } = (await sofia.post('/announcements', maintenance)).body
  const files = () => readdirSync(join(world.dataDir, 'announcements'))
  const first = (await sofia.post(`/announcements/${id}/media-upload`, picture(dot))).body
  expect(first.mediaName).toBe('férias.png')
  const gina = await world.as(world.gina)
  const shown = await gina.get(first.mediaPath)
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(shown.headers.get('content-disposition')).toContain(
    'inline; filename="f_rias.webp"; filename*=UTF-8\'\'f%C3%A9rias',
  )
  expect((await world.nobody.get(first.mediaPath)).status).toBe(401)
  const asImage = await world.nobody.get(first.mediaPath, { cookie: `${refreshCookieName}=${gina.refreshToken}` })
  expect(asImage.status).toBe(200)

  const second = (await sofia.post(`/announcements/${id}/media-upload`, picture(dot))).body
  expect((await gina.get(first.mediaPath)).status).toBe(404)
  expect(files()).toHaveLength(1)
  await sofia.put(`/announcements/${id}`, { status: false })
  expect([(await gina.get(second.mediaPath)).status, (await sofia.get(second.mediaPath)).status]).toEqual([404, 200])
  expect((await sofia.delete(`/announcements/${id}/media-upload`)).body).toMatchObject({ mediaPath: null })
  expect(files()).toEqual([])
  await sofia.post(`/announcements/${id}/media-upload`, picture(dot))
  await sofia.delete(`/announcements/${id}`)
  expect(files()).toEqual([])
})

test('accepts only pictures and valid fields, and serves no other file of the host', async () => {
  const sofia = await world.as(world.sofia)
  const { id } = (await sofia.post('/announcements', maintenance)).body
  const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
  const refused = await sofia.post(`/announcements/${id}/media-upload`, picture(svg))
  expect([refused.status, refused.body.fields]).toEqual([400, { file: 'imageOnly' }])
  expect((await sofia.post('/announcements/99/media-upload', picture(dot))).status).toBe(404)
  const invalid = [
    [{}, { title: 'required', text: 'required' }],
    [
      { title: ' ', text: ' ' },
      { title: 'required', text: 'required' },
    ],
    [
      { title: 'x'.repeat(151), text: 'x'.repeat(10_001) },
      { title: 'tooLong', text: 'tooLong' },
    ],
    [
      { ...maintenance, priority: 4, status: 'active' },
      { priority: 'invalid', status: 'invalid' },
    ],
  ] as const
  for (const [body, fields] of invalid) {
    const { status, body: answer } = await sofia.post('/announcements', body)
    expect([status, answer.fields]).toEqual([400, fields])
  }
  for (const path of ['..%2Fhost.key', 'host.key', '%2e%2e%2fplatform.sqlite', 'null']) {
    expect((await sofia.get(`/announcements/media/${path}`)).status).toBe(404)
  }
})

test('publishes changes to users of all companies; a deactivation looks like a deletion', async () => {
  const served = await createServedWorld()
  try {
    const { live: bruno } = await served.live(served.bruno)
    const { live: gina } = await served.live(served.gina)
    const { live: sofia, ...caller } = await served.live(served.sofia)
    const { live: hugo, ...reader } = await served.live(served.hugo)
    const { id } = (await caller.post('/announcements', maintenance)).body
    await caller.put(`/announcements/${id}`, { status: false, text: 'ainda não' })
    await reader.post('/announcements/seen')
    await caller.delete(`/announcements/${id}`)
    const received = async (live: typeof bruno) => {
      await live.settled()
      live.close()
      const published = live.frames.filter(({ event }) => event === 'company-announcement')
      return published.map(({ data }) => [data?.['action'], data?.['record']?.text ?? data?.['id']])
    }
    const all = [
      ['create', maintenance.text],
      ['delete', id],
      ['delete', id],
    ]
    for (const live of [bruno, gina, sofia]) expect(await received(live)).toEqual(all)
    // The `seen` event reaches only the reader's own windows.
    expect(await received(hugo)).toEqual(all.toSpliced(2, 0, ['seen', undefined]))
  } finally {
    await served.stop()
  }
})
