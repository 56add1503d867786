import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createWorld, type World } from '../../testing/world/world'
import { videoCodeOf } from './help.contract'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.stop())

test('super users write help videos, which users of all companies read', async () => {
  const sofia = await world.as(world.sofia)
  const help = { title: 'Primeiros passos', description: 'Como atender', video: 'https://youtu.be/dQw4w9WgXcQ?t=10' }
  const made = (await sofia.post('/helps', help)).body
  expect(made).toMatchObject({ ...help, video: 'dQw4w9WgXcQ' })
  for (const person of [world.bruno, world.ana, world.gina]) {
    const caller = await world.as(person)
    expect((await caller.get('/helps/list')).body).toEqual([made])
    expect((await caller.get('/helps')).status).toBe(403)
    expect((await caller.post('/helps', help)).status).toBe(403)
    expect((await caller.put(`/helps/${made.id}`, { title: 'x' })).status).toBe(403)
    expect((await caller.delete(`/helps/${made.id}`)).status).toBe(403)
  }
  expect((await world.nobody.get('/helps/list')).status).toBe(401)
  expect((await sofia.put(`/helps/${made.id}`, { title: 'Começo' })).body).toMatchObject({
    title: 'Começo',
    id: made.id,
  })
  expect((await sofia.get('/helps?searchParam=comeco')).body).toMatchObject({ count: 1, hasMore: false })
  expect((await sofia.delete(`/helps/${made.id}`)).status).toBe(200)
  expect((await sofia.delete(`/helps/${made.id}`)).body.error).toBe('ERR_NO_HELP_FOUND')
  const published = world.published.filter(({ event }) => event.endsWith('-help')).map(({ data }) => data)
  expect(published).toEqual([
    { action: 'create', help: made },
    { action: 'update', help: expect.objectContaining({ id: made.id, title: 'Começo' }) },
    { action: 'delete', helpId: made.id },
  ])
})

test('accepts YouTube videos only', async () => {
  const id = 'dQw4w9WgXcQ'
  const addresses = [
    ...[id, `https://www.youtube.com/watch?v=${id}&t=3`, `youtu.be/${id}`, `https://m.youtube.com/watch?v=${id}`],
    ...[`https://www.youtube-nocookie.com/embed/${id}`, `https://youtube.com/shorts/${id}?feature=share`],
  ]
  for (const address of addresses) expect(videoCodeOf(address)).toBe(id)
  const sofia = await world.as(world.sofia)
  const strange = [
    '"><script>',
    'https://vimeo.com/12345678901',
    `https://evil.test/watch?v=${id}`,
    'javascript:alert(1)',
    'curto',
  ]
  for (const video of strange) {
    expect((await sofia.post('/helps', { title: 'Vídeo', video })).body.fields).toEqual({ video: 'video' })
  }
  expect((await sofia.post('/helps', { title: '', video: '' })).body.fields).toEqual({
    title: 'required',
    video: 'required',
  })
})
