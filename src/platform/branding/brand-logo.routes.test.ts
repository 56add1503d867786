import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { dot } from '../../testing/media/dot'
import { createWorld, type World } from '../../testing/world/world'
import { formOf } from '../../testing/world/form-of'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.stop())

function form(bytes: Uint8Array, mode: string) {
  return formOf({
    typeArch: 'logo',
    mode,
    file: new File([bytes as Uint8Array<ArrayBuffer>], 'logo.png', { type: 'image/png' }),
  })
}

test('the super user uploads a public logo, which replaces the previous one', async () => {
  for (const caller of [await world.as(world.bruno), await world.as(world.ana), await world.as(world.gina)]) {
    expect((await caller.post('/settings-whitelabel/logo', form(dot, 'light'))).status).toBe(403)
  }
  expect((await world.nobody.post('/settings-whitelabel/logo', form(dot, 'light'))).status).toBe(401)
  const sofia = await world.as(world.sofia)
  const first = (await sofia.post('/settings-whitelabel/logo', form(dot, 'Light'))).body
  expect(first).toMatchObject({ key: 'appLogoLight', value: `/branding/${first.fileName}` })
  const shown = await world.nobody.get(first.value)
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
  const second = (await sofia.post('/settings-whitelabel/logo', form(dot, 'light'))).body
  expect((await world.nobody.get(first.value)).status).toBe(404)
  expect((await world.nobody.get('/public-settings/appLogoLight')).body.value).toBe(second.value)
  expect(readdirSync(join(world.dataDir, 'branding'))).toEqual([second.fileName])
  expect((await sofia.put('/settings/appLogoLight', { value: '' })).body.value).toBe('')
  expect((await world.nobody.get(second.value)).status).toBe(404)
})

test('accepts only pictures, and serves no other file of the host', async () => {
  const sofia = await world.as(world.sofia)
  const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
  expect((await sofia.post('/settings-whitelabel/logo', form(svg, 'favicon'))).body.fields).toEqual({
    file: 'imageOnly',
  })
  expect((await sofia.post('/settings-whitelabel/logo', form(dot, 'huge'))).status).toBe(400)
  for (const path of ['/branding/..%2Fhost.key', '/branding/host.key', '/branding/%2e%2e%2fplatform.sqlite']) {
    expect((await world.nobody.get(path)).status).toBe(404)
  }
})
