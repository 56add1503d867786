import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { dot } from '../testing/media/dot'
import { effectsOf, noEffects } from '../testing/world/side-effects'
import { createWorld, type World } from '../testing/world/world'
import { formOf } from '../testing/world/form-of'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.stop())

function form(bytes: Uint8Array, name = 'eu.png') {
  return formOf({
    userId: '2',
    typeArch: 'user',
    profileImage: new File([bytes as Uint8Array<ArrayBuffer>], name, { type: 'image/png' }),
  })
}

const storedFiles = () => {
  const { mediaFolder } = world.platform.files.use(1)
  return readdirSync(mediaFolder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
}

test('stores a picture reduced and re-encoded, and replaces the previous one', async () => {
  const bruno = await world.as(world.bruno)
  const large = await new Bun.Image(dot).resize(1600, 800).png().bytes()
  const first = await effectsOf(world, () => bruno.post('/users/2/media-upload', form(large)))
  expect(first.answer.body.profileImage).toMatch(/^\/media\/.+\.webp$/)
  expect(first.events).toEqual({ 'user.changed': 1 })
  expect(first.live).toEqual({ 'company-1-user': 2 })
  const [file] = storedFiles()
  const stored = await Bun.file(join(file?.parentPath ?? '', file?.name ?? ''))
    .image()
    .metadata()
  expect(stored).toMatchObject({ width: 512, height: 256, format: 'webp' })

  const second = await bruno.post('/users/2/media-upload', form(dot))
  expect(second.body.profileImage).not.toBe(first.answer.body.profileImage)
  expect(storedFiles()).toHaveLength(1)
})

test('users and admins delete a picture together with its file', async () => {
  const bruno = await world.as(world.bruno)
  const { body } = await bruno.post('/users/2/media-upload', form(dot))
  expect((await (await world.as(world.carla)).delete('/users/2/media-upload')).status).toBe(403)
  expect((await (await world.as(world.gina)).delete('/users/4/media-upload')).status).toBe(404)
  expect((await world.nobody.delete('/users/2/media-upload')).status).toBe(401)
  expect((await bruno.get(body.profileImage)).status).toBe(200)
  const gone = await effectsOf(world, () => bruno.delete('/users/2/media-upload'))
  expect(gone.answer.body.profileImage).toBe('')
  expect([gone.events, gone.live]).toEqual([{ 'user.changed': 1 }, { 'company-1-user': 2 }])
  expect((await bruno.get(body.profileImage)).status).toBe(404)
  expect(storedFiles()).toHaveLength(0)
  const again = await effectsOf(world, () => bruno.delete('/users/2/media-upload'))
  expect([again.answer.status, again.events]).toEqual([200, 'none'])
})

test('accepts only pictures, whatever their name, from the user or an admin', async () => {
  const carla = await world.as(world.carla)
  const disguised = [
    new TextEncoder().encode('<svg onload="alert(1)"/>'),
    new TextEncoder().encode('%PDF-1.7'),
    Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]),
  ]
  for (const bytes of disguised) {
    const { answer, ...effects } = await effectsOf(world, () => carla.post('/users/3/media-upload', form(bytes)))
    expect(answer.body).toMatchObject({ error: 'ERR_INVALID_INPUT', fields: { profileImage: 'imageOnly' } })
    expect(effects).toEqual(noEffects)
  }
  expect((await carla.post('/users/3/media-upload', new FormData())).status).toBe(400)
  const large = await carla.post('/users/3/media-upload', form(new Uint8Array(10 * 1024 * 1024 + 1)))
  expect([large.status, large.body.error]).toEqual([413, 'ERR_FILE_TOO_LARGE'])
  expect((await carla.post('/users/2/media-upload', form(dot))).status).toBe(403)
  expect((await world.nobody.post('/users/2/media-upload', form(dot))).status).toBe(401)
  const gina = await world.as(world.gina)
  expect((await gina.post('/users/4/media-upload', form(dot))).status).toBe(404)
  const ana = await world.as(world.ana)
  expect((await ana.post('/users/3/media-upload', form(dot))).status).toBe(200)
})
