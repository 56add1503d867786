import { afterAll, beforeAll, expect, test } from 'bun:test'
import { decode } from 'fast-png'
import { dot } from '../../testing/media/dot'
import { createWorld, type World } from '../../testing/world/world'
import { formOf } from '../../testing/world/form-of'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.stop())

const readManifest = async () => {
  const answer = await world.nobody.get('/manifest.webmanifest')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/manifest+json'])
  return typeof answer.body === 'string' ? JSON.parse(answer.body) : answer.body
}
/** The picture's edge, and the colours in its corner and on its mark, left of the white lines. */
const readIcon = async (address: string, of: World = world) => {
  const answer = await of.app.handle(new Request(`http://localhost${address}`))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
  const { width, height, data, channels } = decode(await answer.arrayBuffer())
  expect([width, channels]).toEqual([height, 4])
  const at = (x: number, y: number) => [...data.slice((y * width + x) * 4, (y * width + x) * 4 + 4)]
  return { edge: width, corner: at(0, 0), mark: at(Math.round(width * 0.27), Math.round(width * 0.45)) }
}
const logoOf = () =>
  formOf({ mode: 'light', file: new File([dot as Uint8Array<ArrayBuffer>], 'logo.png', { type: 'image/png' }) })

test('anybody reads the manifest with the brand’s name and colour, as typed', async () => {
  expect(await readManifest()).toMatchObject({
    name: 'Recado',
    start_url: '/',
    display: 'standalone',
    theme_color: '#0000FF',
  })
  const sofia = await world.as(world.sofia)
  await sofia.put('/settings/appName', { value: '<b>Fala</b> "Já"' })
  await sofia.put('/settings/primaryColorLight', { value: '#0A7F3F' })
  const changed = await readManifest()
  expect([changed.name, changed.theme_color]).toEqual(['<b>Fala</b> "Já"', '#0A7F3F'])
})

const [transparent, white, blue, green] = [
  [0, 0, 0, 0],
  [255, 255, 255, 255],
  [0, 0, 255, 255],
  [10, 127, 63, 255],
]

test('icons of the sizes that phones ask for show the mark in the brand’s colour, or the uploaded logo', async () => {
  const { icons } = await readManifest()
  expect(icons.map((icon: Record<string, string>) => [icon['sizes'], icon['type'], icon['purpose']])).toEqual([
    ['192x192', 'image/png', 'any'],
    ['512x512', 'image/png', 'any'],
    ['192x192', 'image/png', 'maskable'],
    ['512x512', 'image/png', 'maskable'],
  ])
  for (const { src, sizes, purpose } of icons) {
    const { edge, corner, mark } = await readIcon(src)
    expect([`${edge}x${edge}`, corner, mark]).toEqual([sizes, purpose === 'any' ? transparent : white, green])
  }
  const sofia = await world.as(world.sofia)
  await sofia.post('/settings-whitelabel/logo', logoOf())
  const branded = (await readManifest()).icons
  expect(branded[0].src).not.toBe(icons[0].src)
  expect((await readIcon(branded[1].src)).mark).not.toEqual(green)
  expect((await world.nobody.get('/branding/other.png')).status).toBe(404)
  expect((await world.nobody.get('/branding/constructor')).status).toBe(404)
})

test('iPhones get a filled picture of 180 px and the name below it', async () => {
  const fresh = await createWorld()
  const sofia = await fresh.as(fresh.sofia)
  expect(await readIcon('/branding/touch-icon.png', fresh)).toEqual({ edge: 180, corner: white, mark: blue })
  await sofia.put('/settings/primaryColorLight', { value: '#0f0' })
  expect((await readIcon('/branding/touch-icon.png', fresh)).mark).toEqual([0, 255, 0, 255])
  await sofia.post('/settings-whitelabel/logo', logoOf())
  expect(await readIcon('/branding/touch-icon.png', fresh)).toMatchObject({ edge: 180, corner: white })
  await fresh.stop()
})
