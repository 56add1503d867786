import { afterEach, expect, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
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

test('gives the same result for parallel builds of the same sources', async () => {
  const builds = await Promise.all([build(1), build(1), build(1)])
  expect(new Set(builds.map(({ manifest }) => manifest.entry)).size).toBe(1)
  expect(readdirSync(join(root, 'dist/client'))).toHaveLength(1)
})

test('includes all inputs of its build in the Docker image, which builds nothing at start', async () => {
  const dockerfile = await Bun.file(join(import.meta.dir, '../../Dockerfile')).text()
  const copied = [...dockerfile.matchAll(/^COPY --from=build (.+) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' '),
  )
  await Bun.write(join(root, 'bun.lock'), 'what is installed')
  await Bun.write(join(root, 'package.json'), JSON.stringify({ version: '1.2.3' }))
  await Bun.write(join(root, 'src/thing/thing.contract.ts'), 'export {}')
  const built = await build(1)
  const image = mkdtempSync(join(tmpdir(), 'recado-image-'))
  try {
    for (const path of copied.map((name) => name.replace('/app/', ''))) {
      if (existsSync(join(root, path))) cpSync(join(root, path), join(image, path), { recursive: true })
    }
    const started = await buildClient({ root: image, production: true })
    expect(started.manifest).toEqual(built.manifest)
    expect(readdirSync(join(image, 'dist/client'))).toHaveLength(1)
  } finally {
    rmSync(image, { recursive: true, force: true })
  }
})
