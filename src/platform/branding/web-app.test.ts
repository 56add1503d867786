import { afterAll, beforeAll, expect, test } from 'bun:test'
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
const readIcon = async (address: string) => {
  const answer = await world.nobody.get(address)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  const picture = /href="data:(.*?);base64,(.*?)"/.exec(String(answer.body))
  const isFilled = String(answer.body).includes('<rect')
  return { type: picture?.[1], bytes: Uint8Array.fromBase64(picture?.[2] ?? ''), isFilled }
}

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

test('the icons show the uploaded logo, and without one the mark in the brand’s colour', async () => {
  const sofia = await world.as(world.sofia)
  const [icon, maskable] = (await readManifest()).icons
  expect([icon.purpose, icon.sizes, maskable.purpose]).toEqual(['any', 'any', 'maskable'])
  for (const { src, purpose } of [icon, maskable]) {
    const { type, bytes, isFilled } = await readIcon(src)
    expect([type, isFilled]).toEqual(['image/svg+xml', purpose === 'maskable'])
    expect(new TextDecoder().decode(bytes)).toContain('fill="#0A7F3F"')
  }
  const form = formOf({
    mode: 'light',
    file: new File([dot as Uint8Array<ArrayBuffer>], 'logo.png', { type: 'image/png' }),
  })
  await sofia.post('/settings-whitelabel/logo', form)
  const [branded] = (await readManifest()).icons
  expect(branded.src).not.toBe(icon.src)
  expect((await readIcon(branded.src)).type).toBe('image/png')
  expect((await world.nobody.get('/branding/other.svg')).status).toBe(404)
})

test('iPhones get a PNG: Recado’s mark of 180 px, or the uploaded logo', async () => {
  const fresh = await createWorld()
  const readTouchIcon = async () => {
    const answer = await fresh.app.handle(new Request('http://localhost/branding/touch-icon.png'))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    return Buffer.from(await answer.arrayBuffer())
  }
  const mark = await readTouchIcon()
  expect([mark.subarray(1, 4).toString(), mark.readUInt32BE(16), mark.readUInt32BE(20)]).toEqual(['PNG', 180, 180])
  const form = formOf({
    mode: 'light',
    file: new File([dot as Uint8Array<ArrayBuffer>], 'logo.png', { type: 'image/png' }),
  })
  await (await fresh.as(fresh.sofia)).post('/settings-whitelabel/logo', form)
  expect((await readTouchIcon()).readUInt32BE(16)).toBe(1)
  await fresh.stop()
})
