import { describe, expect, test } from 'bun:test'
import { dirname, join } from 'node:path'
import { pageFileOf } from '../../src/page/render-page'
import { frameSlots } from '../frame/frame-slots'
import { routes } from '../routes'

const web = join(import.meta.dir, '..')
const transpilers = { ts: new Bun.Transpiler({ loader: 'ts' }), tsx: new Bun.Transpiler({ loader: 'tsx' }) }
const usedAreas = /useTexts\(([^).]*)\)/g
/** Handed on as `useTexts(...names)`. */
const listedAreas = /= \[([^\]]*)\] as const satisfies Area\[\]/g
/** A component within this loads its own texts. */
const broughtAreas = /<WithTexts areas=\{\[([^\]]*)\]\}>/g

/** Imports every page. */
const screenList = join(web, 'screens.ts')

/** Returns all files that a source imports, statically or dynamically, itself first. */
async function filesFrom(file: string, without: readonly string[] = [screenList], found = new Set<string>()) {
  // A page shown within another one comes with its screen's texts.
  if (found.has(file) || without.includes(file) || file.endsWith('.screen.ts') || !file.startsWith(web)) return found
  found.add(file)
  const transpiler = transpilers[file.endsWith('.tsx') ? 'tsx' : 'ts']
  for (const { path } of transpiler.scanImports(await Bun.file(file).text())) {
    if (path.startsWith('.')) await filesFrom(Bun.resolveSync(path, dirname(file)), without, found)
  }
  return found
}

async function areasOf(files: Iterable<string>) {
  const shown = [...files].filter((file) => !file.includes('/i18n/'))
  const texts = await Promise.all(shown.map((file) => Bun.file(file).text()))
  const namesIn = (pattern: RegExp) =>
    texts.flatMap((text) => [...text.matchAll(pattern)].flatMap(([, list = '']) => list.split(/[\s,']+/)))
  const brought = namesIn(broughtAreas)
  const used = [...namesIn(usedAreas), ...namesIn(listedAreas)]
  return [...new Set(used.filter((name) => name !== '' && !brought.includes(name)))].sort()
}

const sources = [...new Bun.Glob('**/*-page.tsx').scanSync(web)]

describe('text areas', () => {
  test.each(routes.map((route) => [route.path, route] as const))(
    '%s lists exactly those it shows',
    async (_, route) => {
      const source = sources.find((path) => path.endsWith(`/${pageFileOf(route)}.tsx`)) ?? ''
      const used = await areasOf(await filesFrom(join(web, source)))
      expect(used.filter((area) => area !== '')).toEqual([...route.texts].sort())
    },
  )

  test('every panel of the frame lists those it shows', async () => {
    for (const load of Object.values(frameSlots)) {
      const path = /import\(["'`](.+?)["'`]\)/.exec(load.toString())?.[1] ?? ''
      const { texts = [] } = await load()
      const used = await areasOf(await filesFrom(Bun.resolveSync(path, join(web, 'frame'))))
      expect([path, used]).toEqual([path, [...texts].sort()])
    }
  })

  test('the layout around pages needs none', async () => {
    const apart = [screenList, ...['routes.ts', 'frame/frame-slots.ts'].map((name) => join(web, name))]
    expect(await areasOf(await filesFrom(join(web, 'start/app.tsx'), apart))).toEqual([])
  })
})
