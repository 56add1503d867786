import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dir, '..', '..')
const read = (path: string) => Bun.file(join(root, path)).text()
const pages = ['README.md', ...new Bun.Glob('docs/**/*.md').scanSync({ cwd: root })]

test('every link between documents leads to a file', async () => {
  const broken: string[] = []
  for (const page of pages) {
    for (const [, target = ''] of (await read(page)).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)) {
      if (!existsSync(join(root, dirname(page), target))) broken.push(`${page}: ${target}`)
    }
  }
  expect(broken).toEqual([])
})

test('the README documents every command, and with Operations every environment variable', async () => {
  const readme = await read('README.md')
  const variableLists = readme + (await read('docs/operations.md'))
  const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> }
  const source = await read('src/kernel/config/config.ts')
  const variables = [...source.matchAll(/^ {2}([A-Z][A-Z_]+): v\./gm)].map(([, name = '']) => name)
  expect(variables).toContain('DATA_DIR')
  const missing = [
    ...Object.keys(scripts).filter((name) => !readme.includes(name)),
    ...variables.filter((name) => !variableLists.includes(name)),
  ]
  expect(missing).toEqual([])
})

test('every decision has a unique number, a date and an entry in the list', async () => {
  const list = await read('docs/decisions/README.md')
  const files = [...new Bun.Glob('[0-9]*.md').scanSync({ cwd: join(root, 'docs/decisions') })].sort()
  for (const file of files) {
    const text = await read(`docs/decisions/${file}`)
    expect(text).toStartWith(`# ${file.slice(0, 4)} `)
    expect(text).toMatch(/^20\d\d-\d\d-\d\d$/m)
    expect(list).toContain(`](${file})`)
  }
  const numbers = files.map((file) => file.slice(0, 4))
  expect(numbers).toEqual([...new Set(numbers)])
})
