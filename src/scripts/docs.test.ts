import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { version } from '../version'

const root = join(import.meta.dir, '..', '..')
const read = (path: string) => Bun.file(join(root, path)).text()
const pages = ['README.md', 'CHANGELOG.md', ...new Bun.Glob('docs/**/*.md').scanSync({ cwd: root })]

const slugOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/ /g, '-')

test('every link between documents leads to a file and its heading', async () => {
  const broken: string[] = []
  for (const page of pages) {
    for (const [, target = '', anchor] of (await read(page)).matchAll(/\]\((?!https?:)([^)#]*)#?([^)]*)\)/g)) {
      const path = target ? join(dirname(page), target) : page
      const found = existsSync(join(root, path))
      const headings = found && anchor ? [...(await read(path)).matchAll(/^#+ (.+)$/gm)] : []
      if (!found || (anchor && !headings.some(([, heading = '']) => slugOf(heading) === anchor))) {
        broken.push(`${page}: ${target}#${anchor}`)
      }
    }
  }
  expect(broken).toEqual([])
})

test('documents that the code names exist, and files that decisions and gotchas name', async () => {
  const missing: string[] = []
  const files = [...new Bun.Glob('{src,web,migrations}/**/*.{ts,tsx,css,sql}').scanSync({ cwd: root })]
  for (const file of files) {
    for (const [path] of (await read(file)).matchAll(/(?<![\w./])docs\/[\w/-]+\.md/g)) {
      if (!existsSync(join(root, path))) missing.push(`${file}: ${path}`)
    }
  }
  for (const page of pages.filter((page) => /decisions|gotchas/.test(page))) {
    for (const [, name = ''] of (await read(page)).matchAll(/`([\w/.-]+\.(?:tsx?|css))`/g)) {
      if (!files.some((file) => `/${file}`.endsWith(`/${name}`))) missing.push(`${page}: ${name}`)
    }
  }
  expect(missing).toEqual([])
})

test('the README documents every command, and with Operations every environment variable', async () => {
  const readme = await read('README.md')
  const operations = pages.filter((page) => page.startsWith('docs/operations/'))
  const variableLists = readme + (await Promise.all(operations.map(read))).join('')
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

test('decisions are at most 40 short pages, each with a unique number, a date and an entry in the list', async () => {
  const list = await read('docs/decisions/README.md')
  const files = [...new Bun.Glob('[0-9]*.md').scanSync({ cwd: join(root, 'docs/decisions') })].sort()
  for (const file of files) {
    const text = await read(`docs/decisions/${file}`)
    expect(text).toStartWith(`# ${file.slice(0, 4)} `)
    expect(text).toMatch(/^20\d\d-\d\d-\d\d$/m)
    expect(list).toContain(`](${file})`)
    expect({ file, words: Math.max(150, text.trim().split(/\s+/).length) }).toEqual({ file, words: 150 })
  }
  expect(files.length).toBeLessThanOrEqual(40)
  const numbers = files.map((file) => file.slice(0, 4))
  expect(numbers).toEqual([...new Set(numbers)])
})

test('the changelog is in the form of Keep a Changelog, and its latest release is the version', async () => {
  const text = await read('CHANGELOG.md')
  const releases = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading)
  expect(releases.filter((heading) => !/^\[(Unreleased|\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$)/.test(heading))).toEqual([])
  expect(releases.find((heading) => heading !== '[Unreleased]')).toStartWith(`[${version}] - `)
  const kinds = [...text.matchAll(/^### (.+)$/gm)].map(([, kind = '']) => kind)
  const allowed = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']
  expect(kinds.filter((kind) => !allowed.includes(kind))).toEqual([])
})
