import { dirname, join, relative, resolve } from 'node:path'
import { findCircles } from './import-circles'
import { judgeWebOrder } from './web-order'

/** Folders below all domains. */
const below = ['kernel', 'channel']

/** Folders of `src` in import order: a folder may import earlier ones only. Domains are in the order of `src/domains.ts`. */
export async function readDomainOrder(root: string): Promise<string[]> {
  const text = await Bun.file(join(root, 'src/domains.ts')).text()
  const folders = new Map(
    [...text.matchAll(/import \{ (\w+) \} from '\.\/([\w-]+)\//g)].map((match) => [match[1], match[2]]),
  )
  const list = text.slice(text.indexOf('const declaredDomains'), text.indexOf(' as const')).matchAll(/^ {2}(\w+),$/gm)
  return [...below, ...[...list].map(([, name]) => folders.get(name) ?? `(${name} is not imported)`)]
}

/** Files and folders above the domains, which may import all of them. */
const above = [
  'app.ts',
  'ports.ts',
  'cluster',
  'command',
  'compose.ts',
  'cron.ts',
  'domains.ts',
  'main.ts',
  'serve.ts',
  'acquire-folder.ts',
  'version.ts',
  'demo',
  'host',
  'move-in',
  'page',
  'scripts',
  'testing',
]

const importPattern =
  /(?:import|export)\s(?<clause>[^'"]*?)from\s*['"](?<from>[^'"]+)['"]|import\(\s*['"](?<lazy>[^'"]+)['"]\s*\)|import\s+['"](?<effect>[^'"]+)['"]/g

interface Import {
  file: string
  target: string
  typeOnly: boolean
  /** Neither a type-only nor a dynamic import. */
  isRun: boolean
}

export async function checkImports(root: string): Promise<string[]> {
  const errors: string[] = []
  const uses = new Map<string, string[]>()
  const allImports = new Map<string, string[]>()
  const withSchemas = new Set<string>()
  const order = await readDomainOrder(root)
  for (const file of new Bun.Glob('{src,web}/**/*.{ts,tsx}').scanSync({ cwd: root })) {
    const text = await Bun.file(join(root, file)).text()
    if (/\bATTACH\b\s+(DATABASE|')/i.test(text)) errors.push(`${file}: ATTACH is banned, companies cannot meet`)
    if (/from ['"]bun:sqlite['"]/.test(text) && !mayOpenDatabases(file)) {
      errors.push(`${file}: only the kernel and the catalog open databases`)
    }
    if (/from ['"]@whiskeysockets\/baileys/.test(text) && !mayKnowBaileys(file)) {
      errors.push(`${file}: only src/channel/whatsapp knows Baileys`)
    }
    if (/from ['"]lucide-react/.test(text) && file !== 'web/ui/icons.ts') {
      errors.push(`${file}: icons come from web/ui/icons.ts, or the server would load all there are`)
    }
    if (/'whatsappapi'/.test(text) && !mayListChannels(file)) {
      errors.push(`${file}: the facts of channels belong in src/channel/channel-rules.contract.ts`)
    }
    if (file.startsWith('src/') && /(?<!\.)\bfetch\((?!request\))/.test(text) && !mayFetch(file)) {
      errors.push(`${file}: addresses that people typed are called by src/kernel/outgoing/guarded-fetch.ts`)
    }
    if (/new Worker\(|import\.meta\.(dir|url|path)/.test(text) && !mayKnowItsFolder(file)) {
      errors.push(`${file}: workers and files are found by src/kernel/product-files.ts, or the single file lacks them`)
    }
    if (/^import \* as v from 'valibot'/m.test(text)) withSchemas.add(moduleOf(file))
    const imports = readImports(root, file, text)
    uses.set(
      moduleOf(file),
      imports.filter(({ isRun }) => isRun).map(({ target }) => moduleOf(target)),
    )
    allImports.set(
      moduleOf(file),
      imports.map(({ target }) => moduleOf(target)),
    )
    for (const found of imports) {
      const error = judge(found, order)
      if (error) errors.push(`${found.file} imports ${found.target}: ${error}`)
    }
  }
  errors.push(...unregisteredFiles(uses, order), ...schemasOfFirstLoad(uses, withSchemas))
  errors.push(
    ...findCircles(allImports).map((circle) => `These files import each other in a circle: ${circle.join(' → ')}`),
  )
  return errors
}

/** The library of schemas is 9 KB, which the inbox and its conversations do not need. */
function schemasOfFirstLoad(uses: ReadonlyMap<string, readonly string[]>, withSchemas: ReadonlySet<string>) {
  const ways = [['web/client-entry'], ['web/inbox/tickets-page'], ['web/conversation/conversation-pane']]
  const seen = new Set<string>()
  for (const way of ways) {
    const file = way.at(-1) ?? ''
    if (withSchemas.has(file)) return [`The first load gets valibot by ${way.join(' → ')}`]
    for (const target of uses.get(file) ?? []) {
      if (seen.has(target)) continue
      seen.add(target)
      ways.push([...way, target])
    }
  }
  return []
}

/** A declaration that is not registered would silently do nothing. */
function unregisteredFiles(uses: Map<string, string[]>, order: readonly string[]) {
  const used = new Set([...uses].filter(([file]) => !isTest(`${file}.ts`)).flatMap(([, targets]) => targets))
  const declaring = [...uses].filter(
    ([file]) => file === 'src/domains' || file.endsWith('.domain') || file.endsWith('.record'),
  )
  const listed = new Set(declaring.flatMap(([, targets]) => targets))
  return [...uses.keys()].flatMap((file) => {
    const [, folder = ''] = file.split('/')
    if (file.endsWith('.calls') && !listed.has(file))
      return [`${file} is listed neither in a domain or a record nor in src/domains.ts`]
    const isDeclared =
      /^src\/[\w-]+\/.*\.(routes|live|reactions|jobs|record|domain)$/.test(file) && order.includes(folder)
    return isDeclared && !used.has(file)
      ? [`${file} is registered nowhere: add it to the domain's ${folder}.domain.ts`]
      : []
  })
}

export const moduleOf = (path: string) => path.replace(/\.tsx?$/, '')

const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const mayOpenDatabases = (file: string) =>
  /^src\/(kernel|platform|demo|testing|scripts|move-in\/source)\//.test(file) ||
  isTest(file) ||
  file.endsWith('.worker.ts')
const mayFetch = (file: string) =>
  /^src\/(kernel\/(outgoing|file\/bucket)\/|page\/testing\/|channel\/whatsapp\/|cluster\/|command\/own-address|demo\/|testing\/|scripts\/)/.test(
    file,
  ) || isTest(file)
const mayKnowItsFolder = (file: string) =>
  /^src\/(kernel\/product-files|page\/build-client|demo\/|testing\/|scripts\/)/.test(file) ||
  /\/testing\//.test(file) ||
  isTest(file)
const mayListChannels = (file: string) =>
  file === 'src/channel/channel-rules.contract.ts' || file === 'src/scripts/check/check-imports.ts' || isTest(file)
const mayKnowBaileys = (file: string) => /^src\/(channel\/whatsapp|demo|testing|scripts)\//.test(file) || isTest(file)

export function readImports(root: string, file: string, text: string): Import[] {
  const found: Import[] = []
  for (const { groups } of text.matchAll(importPattern)) {
    const from = groups?.['from'] ?? groups?.['lazy'] ?? groups?.['effect'] ?? ''
    if (!from.startsWith('.')) continue
    const target = relative(root, resolve(root, dirname(file), from))
    const typeOnly = groups?.['clause']?.trimStart().startsWith('type ') ?? false
    found.push({ file, target, typeOnly, isRun: !typeOnly && groups?.['lazy'] === undefined })
  }
  return found
}

function judge({ file, target, typeOnly }: Import, order: readonly string[]): string | undefined {
  if (isTest(file) || target === 'package.json') return undefined
  if (isForBrowser(file) && isForServer(target) && !typeOnly) return 'schemas of answers would reach the browser'
  if (file.startsWith('web/')) return judgeWeb(file, target, typeOnly)
  if (target.startsWith('web/')) return mayRender(file) ? undefined : 'only src/page renders web'
  if (
    /^src\/message\/(send\/store-message|compose\/fill-variables|compose\/split-text)$/.test(target) &&
    !file.startsWith('src/message/')
  ) {
    return 'outgoing messages are composed by compose-messages.ts and sent by queue-message.ts or send-outreach.ts'
  }
  const from = rank(file, order)
  const to = rank(target, order)
  if (from === undefined) return 'the folder is in no domain of src/domains.ts'
  if (to === undefined) return 'its folder is not in the order'
  if (to > from) return 'imports point from later to earlier'
  const [, provider] = /^src\/channel\/([\w-]+)\//.exec(target) ?? []
  const isOwn =
    provider === undefined ||
    (provider === 'meta' && file.startsWith('src/channel/')) ||
    file.startsWith(`src/channel/${provider}/`)
  return isOwn || from > order.length || file === 'src/channel/channel-rules.contract.ts'
    ? undefined
    : 'a provider is reached through the ports that src/ports.ts fills'
}

const isForBrowser = (file: string) => /\.(contract|policy)\.ts$/.test(file)
const isForServer = (target: string) => /\.(calls|answers|record)$/.test(target)

/** Pure rules, used by server and browser. */
const pureModules = [
  'src/bot/chosen-number',
  'src/flow/run/flow-graph',
  'src/flow/run/step-flow',
  'src/ticket/ticket-status',
  'src/ticket/list/ticket-scope',
]

function judgeWeb(file: string, target: string, typeOnly: boolean) {
  if (target.startsWith('web/')) return mayImportAll(file) ? undefined : judgeWebOrder(file, target)
  if (!target.startsWith('src/') || typeOnly) return undefined
  return /\.(contract|policy)$/.test(target) || pureModules.includes(target)
    ? undefined
    : 'web takes only types, contracts and policies from src'
}

/** Test files are beside the code that they test. */
const mayImportAll = (file: string) => /^web\/[\w-]+\/testing\//.test(file)
const mayRender = (file: string) => /^src\/(page|demo|testing|scripts)\//.test(file)

function rank(path: string, order: readonly string[]) {
  const [, place = ''] = path.split('/')
  if (above.includes(place) || above.includes(`${place}.ts`)) return order.length + 1
  const at = order.indexOf(place)
  return at === -1 ? undefined : at
}
