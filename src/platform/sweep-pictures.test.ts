import { expect, test } from 'bun:test'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dot } from '../testing/media/dot'
import { formOf } from '../testing/world/form-of'
import { createWorld } from '../testing/world/world'
import { sweepPictures } from './sweep-pictures'

test('pictures that a killed process left are deleted after a week, and those in use stay', async () => {
  const world = await createWorld({ now: new Date() })
  const sofia = await world.as(world.sofia)
  const picture = () => new File([dot], 'a.png', { type: 'image/png' })
  const announcement = { title: 'Manutenção', text: 'Hoje', priority: 1, status: true }
  const { id } = (await sofia.post('/announcements', announcement)).body
  await sofia.post(`/announcements/${id}/media-upload`, formOf({ typeArch: 'announcements', file: picture() }))
  await sofia.post('/settings-whitelabel/logo', formOf({ typeArch: 'logo', mode: 'light', file: picture() }))
  const filesOf = (folder: string) => readdirSync(join(world.dataDir, folder)).toSorted()
  const inUse = [filesOf('announcements'), filesOf('branding')]
  expect(inUse.map(({ length }) => length)).toEqual([1, 1])
  const leave = (folder: string, name: string) => writeFileSync(join(world.dataDir, folder, name), 'x')
  leave('announcements', `${'x'.repeat(32)}.webp`)
  leave('branding', `light-${'x'.repeat(22)}.png`)
  leave('branding', 'leia-me.txt')
  expect(await sweepPictures(world.platform)).toBe(0)
  world.setTime(new Date(Date.now() + 8 * 86_400_000))
  expect(await sweepPictures(world.platform)).toBe(2)
  expect([filesOf('announcements'), filesOf('branding').filter((name) => name !== 'leia-me.txt')]).toEqual(inUse)
  expect(filesOf('branding')).toContain('leia-me.txt')
  world.stop()
})
