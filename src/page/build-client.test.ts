import { afterEach, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildClient } from './build-client'
import { createStaticAssets } from './client-files'

const root = mkdtempSync(join(tmpdir(), 'recado-build-'))
afterEach(() => rmSync(root, { recursive: true, force: true }))

function build(version: number) {
  mkdirSync(join(root, 'web/styles'), { recursive: true })
  writeFileSync(join(root, 'web/styles/app.css'), 'body { margin: 0 }')
  writeFileSync(join(root, 'web/styles/conversations.css'), 'main { margin: 0 }')
  writeFileSync(join(root, 'web/styles/screens.css'), 'table { margin: 0 }')
  mkdirSync(join(root, 'web/push'), { recursive: true })
  mkdirSync(join(root, 'web/offline'), { recursive: true })
  writeFileSync(join(root, 'web/push/service-worker.ts'), 'skipWaiting()')
  writeFileSync(join(root, 'web/offline/offline-page.ts'), 'document.title = "offline"')
  writeFileSync(join(root, 'web/styles/offline.css'), 'div { margin: 0 }')
  writeFileSync(join(root, 'web/client-entry.tsx'), `document.title = 'version ${version}'`)
  return buildClient({ root, production: true })
}

test('keeps serving its files while later builds are made, which serve the earlier files, too', async () => {
  const first = await build(1)
  const running = await createStaticAssets(first.folders)
  const ask = async (answer: typeof running, path: string) =>
    (await answer(new Request(`http://localhost${path}`)))?.text()
  const second = await build(2)
  const third = await build(3)
  const later = await createStaticAssets(third.folders)
  expect(await ask(running, first.manifest.entry)).toContain('version 1')
  expect(await ask(running, third.manifest.entry)).toContain('ERR_NOT_FOUND')
  for (const [index, { manifest }] of [first, second, third].entries())
    expect(await ask(later, manifest.entry)).toContain(`version ${index + 1}`)
})

test('reuses an existing build, and keeps only the last ones', async () => {
  const builds = [await build(1), await build(2), await build(3)]
  const again = await build(1)
  expect([again.manifest, again.folders[0]]).toEqual([builds[0]!.manifest, builds[0]!.folders[0]!])
  await build(4)
  expect(readdirSync(join(root, 'dist/client'))).toHaveLength(3)
  expect((await build(1)).folders).toHaveLength(3)
  expect(readdirSync(join(root, 'dist/client'))).not.toContain(builds[1]!.folders[0]!.split('/').at(-1)!)
})

test('deletes what builds that were killed have left, and not what one is making', async () => {
  await build(1)
  const [left, present] = ['left', 'present'].map((name) => join(root, `dist/client/production-1.building-${name}`))
  for (const folder of [left!, present!]) mkdirSync(folder, { recursive: true })
  utimesSync(left!, new Date(0), new Date(0))
  await build(2)
  expect([existsSync(left!), existsSync(present!)]).toEqual([false, true])
})

test('gives the same result for parallel builds of the same sources', async () => {
  const builds = await Promise.all([build(1), build(1), build(1)])
  expect(new Set(builds.map(({ manifest }) => manifest.entry)).size).toBe(1)
  expect(readdirSync(join(root, 'dist/client'))).toHaveLength(1)
})

test('tests, what they share, and the version of the product change no build', async () => {
  const built = await build(1)
  for (const path of ['package.json', 'web/testing/person.ts', 'web/thing.test.tsx', 'src/testing/thing.ts']) {
    await Bun.write(join(root, path), '{}')
  }
  expect((await build(1)).folders).toEqual(built.folders)
})
