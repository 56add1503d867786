import { basename, join } from 'node:path'

const languages = ['pt', 'en', 'es'] as const

/** Checks screens: pages without an entry, broken entries, missing texts and error words. Lists the areas of texts. */
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
    if (!fetched.has(name)) return [`${path}: no entry in web/screens.ts fetches this page`]
    return names.filter((other) => other === name).length > 1 ? [`${path}: another page has the same file name`] : []
  })
}

const isEntry = (path: string) => path.endsWith('.screen.ts') || path === 'web/routes.ts' || path === 'web/screens.ts'

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

/** Every text file must exist in each language. Writes the list of areas, by which texts load: those that are no part of another one. */
async function areaErrors(root: string, sources: Sources): Promise<string[]> {
  const names = new Set(
    languages.flatMap((language) => [...new Bun.Glob('*.ts').scanSync({ cwd: join(root, 'web/i18n', language) })]),
  )
  const missing = languages.flatMap((language) =>
    [...names].filter((file) => !sources.has(`web/i18n/${language}/${file}`)).map((file) => `${language}/${file}`),
  )
  if (missing.length > 0) return missing.map((path) => `web/i18n/${path} is missing: every language has every text`)
  return (await Promise.all(languages.map((language) => listAreas(root, sources, language, [...names])))).flat()
}

async function listAreas(root: string, sources: Sources, language: string, files: readonly string[]) {
  const list = `web/i18n/${language}-areas.ts`
  const text = sources.get(list) ?? ''
  const always = sources.get(`web/i18n/${language}.ts`) ?? ''
  const folder = [...sources].filter(([path]) => path.startsWith(`web/i18n/${language}/`))
  const isPart = (name: string) =>
    always.includes(`from './${language}/${name}'`) || folder.some(([, other]) => other.includes(`from './${name}'`))
  const areas = files
    .map((file) => basename(file, '.ts'))
    .filter((name) => !isPart(name))
    .sort()
    .map(
      (name) =>
        `  ${name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}: () => import('./${language}/${name}'),\n`,
    )
  const listed = text.replace(/^(export const areas.* = \{\n)[^}]*/m, (_, start: string) => start + areas.join(''))
  if (listed === text) return []
  await Bun.write(join(root, list), listed)
  return [`${list} lists its areas again: commit it`]
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

export function namedCodes(sources: Sources): string[] {
  const pattern = /['`](ERR_[A-Z_]*[A-Z])['`]|^ {2}(ERR_[A-Z_]*[A-Z]): \d{3},$/gm
  const found = [...sources.values()].flatMap((text) =>
    [...text.matchAll(pattern)].map(([, code, declared]) => code ?? declared ?? ''),
  )
  return [...new Set(found)]
}

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
