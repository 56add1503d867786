import { basename, join } from 'node:path'

const languages = ['pt', 'en', 'es'] as const

/**
 * Checks screens: pages without an entry, broken entries, missing texts and error words. Returns an error message each.
 */
export async function checkScreens(root: string): Promise<string[]> {
  const sources = await readSources(root)
  return [
    ...pageErrors(sources),
    ...entryErrors(sources),
    ...(await areaErrors(root, sources)),
    ...(await wordErrors(root, sources)),
  ]
}

type Sources = ReadonlyMap<string, string>

async function readSources(root: string): Promise<Sources> {
  const paths = [...new Bun.Glob('{src,web}/**/*.{ts,tsx}').scanSync({ cwd: root })].filter(isProduct)
  return new Map(await Promise.all(paths.map(async (path) => [path, await Bun.file(join(root, path)).text()] as const)))
}

const isProduct = (path: string) =>
  !/\.test\.tsx?$/.test(path) && !/^src\/(demo|testing|scripts)\/|\/testing\//.test(path)

/** Pages are found by file name, which must be unique. */
export function pageErrors(sources: Sources): string[] {
  const pages = [...sources].filter(([path, text]) => path.endsWith('.tsx') && /^export function page\b/m.test(text))
  const fetched = new Set(
    [...sources]
      .filter(([path]) => isEntry(path))
      .flatMap(([, text]) => [...text.matchAll(/import\('[^']*?([\w-]+)'\)/g)].map(([, name]) => name)),
  )
  const names = pages.map(([path]) => basename(path, '.tsx'))
  return pages.flatMap(([path]) => {
    const name = basename(path, '.tsx')
    if (!fetched.has(name)) return [`${path}: no screen entry (*.screen.ts) fetches this page`]
    return names.filter((other) => other === name).length > 1 ? [`${path}: another page has the same file name`] : []
  })
}

const isEntry = (path: string) => path.endsWith('.screen.ts') || path === 'web/routes.ts'

/** Every entry must be listed and import an existing page. */
export function entryErrors(sources: Sources): string[] {
  const listed = sources.get('web/screens.ts') ?? ''
  return [...sources]
    .filter(([path]) => path.endsWith('.screen.ts'))
    .flatMap(([path, text]) => {
      const names = [...text.matchAll(/^export const (\w+Screen)\b/gm)].map(([, name = '']) => name)
      const unlisted = names.filter((name) => !new RegExp(`: ${name}\\b`).test(listed))
      const page = /lazyPage\(\s*\(\) => import\('\.\/([\w-]+)'\)/.exec(text)?.[1]
      const file = page && path.replace(/[^/]+$/, `${page}.tsx`)
      return [
        ...unlisted.map((name) => `${path}: ${name} is not listed in web/screens.ts`),
        ...(file && sources.has(file) ? [] : [`${path}: the entry has no page in its folder`]),
      ]
    })
}

/** Every text file must exist in each language, and be registered or part of another one. */
async function areaErrors(root: string, sources: Sources): Promise<string[]> {
  const names = new Set(
    languages.flatMap((language) => [...new Bun.Glob('*.ts').scanSync({ cwd: join(root, 'web/i18n', language) })]),
  )
  return [...names].flatMap((file) => {
    const name = basename(file, '.ts')
    return languages.flatMap((language) => {
      const path = `web/i18n/${language}/${file}`
      if (!sources.has(path)) return [`${path} is missing: every language has every text`]
      const list = `web/i18n/${language}.ts`
      const isRegistered = sources.get(list)?.includes(`'./${language}/${name}'`)
      const isPart = [...sources].some(
        ([other, text]) => other.startsWith(`web/i18n/${language}/`) && text.includes(`from './${name}'`),
      )
      return isRegistered || isPart ? [] : [`${path} is not registered in ${list}`]
    })
  })
}

/** Every error code and field error needs a text in each language. */
async function wordErrors(root: string, sources: Sources): Promise<string[]> {
  const [codes, fields] = [namedCodes(sources), namedFieldErrors(sources)]
  const registered = await Promise.all(
    languages.map(async (language) => {
      const { error } = (await import(join(root, `web/i18n/${language}/error.ts`))) as { error: ErrorWords }
      const texts = { ...error.codes, ...error.fields }
      const missing = [...codes.filter((code) => !error.codes[code]), ...fields.filter((word) => !texts[word])]
      return missing.map((name) => `web/i18n/${language}/error.ts has no words for ${name}`)
    }),
  )
  return registered.flat()
}

interface ErrorWords {
  codes: Record<string, string>
  fields: Record<string, string>
}

/** Returns error codes that appear on the server or in the browser. */
export function namedCodes(sources: Sources): string[] {
  const pattern = /['`](ERR_[A-Z_]*[A-Z])['`]|^ {2}(ERR_[A-Z_]*[A-Z]): \d{3},$/gm
  const found = [...sources.values()].flatMap((text) =>
    [...text.matchAll(pattern)].map(([, code, declared]) => code ?? declared ?? ''),
  )
  return [...new Set(found)]
}

/** Returns field errors given by contracts and refusals. */
export function namedFieldErrors(sources: Sources): string[] {
  // Excludes API schemas, which describe a field's type.
  const refused = /fields: \{(?! type:)[^}]*\}/g
  const checked = /\bv\.(?!literal|optional|fallback|object)\w+\([^'\n]*[^)], '([a-zA-Z]+)'\)/g
  const found = [...sources]
    .filter(([path]) => path.startsWith('src/'))
    .flatMap(([path, text]) => [
      ...[...text.matchAll(refused)].flatMap(([part]) => [...part.matchAll(/: '(\w+)'/g)].map(([, word = '']) => word)),
      ...(path.endsWith('.contract.ts') ? [...text.matchAll(checked)].map(([, word = '']) => word) : []),
    ])
  return [...new Set(found)]
}
