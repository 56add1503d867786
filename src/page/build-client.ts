import type { BunPlugin } from 'bun'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join, relative, resolve, basename } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { assetsPath, shortHash } from './asset-names'
import { buildAlone } from './build-worker'
import { preloadingImports, writeChunkImports } from './chunk-imports'
import { drawIcons } from './draw-icons'

const inlinedFont = /url\(["']?data:font\/woff2;base64,([A-Za-z0-9+/=]+)["']?\)/g
const fontFace = /@font-face\s*\{[^}]*\}/g

/** Bun 1.4.5 inlines fonts as base64, so they are extracted again. */
async function buildStyles(source: string, out: string, production: boolean) {
  const result = await Bun.build({
    entrypoints: [source],
    minify: production,
    external: ['/assets/*', '/public/*'],
  })
  const output = result.outputs.find(({ path }) => path.endsWith('.css'))
  if (!output) throw new Error('The build of the styles made no stylesheet')
  const written: Promise<number>[] = []
  const css = (await output.text()).replace(inlinedFont, (_, base64: string) => {
    const bytes = Uint8Array.fromBase64(base64)
    const name = `font-${shortHash(bytes)}.woff2`
    written.push(Bun.write(join(out, name), bytes))
    return `url(${assetsPath}${name})`
  })
  const name = `${basename(source, '.css')}-${shortHash(css)}.css`
  await Promise.all([...written, Bun.write(join(out, name), css)])
  return { path: assetsPath + name, fonts: firstFonts(css) }
}

function firstFonts(css: string): string[] {
  const faces = css.match(fontFace) ?? []
  const plain = faces.filter((face) => !/font-style:\s*(italic|oblique)/.test(face) && coversPlainLetters(face))
  return plain.flatMap((face) => /url\((\/assets\/[^)]+)\)/.exec(face)?.[1] ?? []).slice(0, 1)
}

function coversPlainLetters(face: string) {
  const range = /unicode-range:([^;}]+)/i.exec(face)?.[1]
  return range === undefined || /U\+0{0,4}-0{0,2}FF\b|U\+\?\?/i.test(range)
}

/** Files by source. Addresses are complete: `/assets/page-abc123.js`. */
export interface ClientManifest {
  inputs: string
  entry: string
  preloads: string[]
  styles: string
  conversationStyles: string
  screenStyles: string
  /** Preloaded before the stylesheet that requests it. */
  fonts: string[]
  modules: Record<string, string[]>
  files: Record<string, string>
  /** The address of what `web/page/chunk-imports.ts` reads; empty in development. */
  chunkImports: string
  /** Answered at `/sw.js`, because a service worker's address is the browser's name for it. */
  worker: string
  /** Of the page that the service worker shows without a network. */
  offline: { script: string; styles: string }
}

export interface ClientBuild {
  manifest: ClientManifest
  /** Open screens may still request files of earlier builds. */
  folders: string[]
}

interface ClientBuildOptions {
  root: string
  production: boolean
  outFolder?: string
  entry?: string
}

const compressible = /\.(js|css|svg|json|txt|ico|map)$/
/** Larger ones would be filled with what other pages load: a ticket got the dialog of exports. */
const chunkSizeMin = 4096
const buildsKept = 3
export const neverLoaded = ['html2canvas', 'dompurify', 'canvg']

export async function buildClient(options: ClientBuildOptions): Promise<ClientBuild> {
  const web = join(options.root, 'web')
  const entry = options.entry ?? join(web, 'client-entry.tsx')
  const out = options.outFolder ?? join(options.root, 'dist/client')
  const inputs = await hashInputs(options, web, entry)
  const kind = options.production ? 'production-' : 'development-'
  const folder = join(out, kind + inputs.slice(0, 16))
  const manifest = (await readManifest(folder)) ?? (await buildInto(folder, inputs, web, entry, options.production))
  await noteUse(folder)
  return { manifest, folders: await keepNewest(out, kind, folder) }
}

/** The files may belong to another user and cannot be touched then. */
async function noteUse(folder: string) {
  const now = new Date()
  await utimes(folder, now, now).catch((error: NodeJS.ErrnoException) => {
    if (!['EPERM', 'EACCES', 'EROFS'].includes(error.code ?? '')) throw error
  })
}

/** Created atomically, never changed. */
async function buildInto(folder: string, inputs: string, web: string, entry: string, production: boolean) {
  const fresh = `${folder}.building-${crypto.randomUUID().slice(0, 8)}`
  await mkdir(fresh, { recursive: true })
  const code = await buildCode(web, entry, fresh, production)
  if (production) await minifyCode(fresh)
  const sheet = (name: string) => buildStyles(join(web, 'styles', name), fresh, production)
  const app = await sheet('app.css')
  const alone = { out: fresh, production }
  const offline = {
    script: await buildAlone({ ...alone, entry: join(web, 'offline/offline-page.ts') }),
    styles: (await sheet('offline.css')).path,
  }
  const offlineFiles = JSON.stringify(Object.values(offline))
  const manifest: ClientManifest = {
    inputs,
    ...code,
    chunkImports: production ? await writeChunkImports(fresh, code) : '',
    styles: app.path,
    conversationStyles: (await sheet('conversations.css')).path,
    screenStyles: (await sheet('screens.css')).path,
    fonts: app.fonts,
    files: await copyFiles(join(web, 'assets'), fresh),
    offline,
    worker: await buildAlone({ ...alone, entry: join(web, 'push/service-worker.ts'), define: { offlineFiles } }),
  }
  await compressAll(fresh, production)
  await Bun.write(join(fresh, 'manifest.json'), JSON.stringify(manifest, null, 2))
  try {
    await rename(fresh, folder)
  } catch (error) {
    // Another process was faster; the same sources give the same files.
    await rm(fresh, { recursive: true, force: true })
    if (!(await readManifest(folder))) throw error
  }
  return manifest
}

/** A build takes seconds. */
const partMsMax = 10 * 60_000

async function keepNewest(out: string, kind: string, present: string) {
  const names = (await readdir(out)).filter((name) => name.startsWith(kind))
  const used = await listByUse(
    out,
    names.filter((name) => !isPart(name)),
  )
  // Of builds that were killed.
  for (const { folder, at } of await listByUse(out, names.filter(isPart))) {
    if (Date.now() - at > partMsMax) await rm(folder, { recursive: true, force: true })
  }
  const earlier = used.filter(({ folder }) => folder !== present).sort((a, b) => b.at - a.at)
  const folders = [present, ...earlier.map(({ folder }) => folder)]
  for (const folder of folders.slice(buildsKept)) await rm(folder, { recursive: true, force: true })
  return folders.slice(0, buildsKept)
}

const isPart = (name: string) => name.includes('.building-')

/** Without those that another process moves or deletes meanwhile. */
async function listByUse(out: string, names: readonly string[]) {
  const found = await Promise.all(
    names.map(async (name) => {
      const at = (await stat(join(out, name)).catch(() => undefined))?.mtimeMs
      return at === undefined ? [] : [{ folder: join(out, name), at }]
    }),
  )
  return found.flat()
}

async function readManifest(out: string): Promise<ClientManifest | undefined> {
  const file = Bun.file(join(out, 'manifest.json'))
  return (await file.exists()) ? ((await file.json()) as ClientManifest) : undefined
}

/** React itself has had this since version 18, for which libraries still bring their own. */
const ownStore: BunPlugin = {
  name: 'own-store',
  setup(build) {
    build.onResolve({ filter: /^use-sync-external-store\/shim(\/index\.js)?$/ }, () => ({
      path: Bun.resolveSync('react', import.meta.dir),
    }))
  },
}

async function buildCode(web: string, entryFile: string, out: string, production: boolean) {
  const result = await Bun.build({
    entrypoints: [entryFile],
    outdir: out,
    target: 'browser',
    external: neverLoaded,
    plugins: [drawIcons(web), ownStore],
    splitting: true,
    // Its list of what every chunk imports would be a tenth of the entry file.
    modulePreload: false,
    minChunkSize: chunkSizeMin,
    metafile: true,
    minify: production,
    sourcemap: production ? 'none' : 'linked',
    publicPath: assetsPath,
    naming: { entry: '[name]-[hash].[ext]', chunk: '[name]-[hash].[ext]', asset: '[name]-[hash].[ext]' },
    define: { 'process.env.NODE_ENV': JSON.stringify(production ? 'production' : 'development') },
    jsx: { runtime: 'automatic', development: !production },
  })
  const outputs = new Map(Object.entries(result.metafile?.outputs ?? {}).map(([path, of]) => [cleanPath(path), of]))
  const modules: Record<string, string[]> = {}
  for (const [path, { entryPoint }] of outputs) {
    if (entryPoint) modules[moduleName(web, entryPoint)] = withImports(path, outputs).map((name) => assetsPath + name)
  }
  const [entry, ...preloads] = modules[moduleName(web, entryFile)] ?? []
  if (!entry) throw new Error('The build of the client names no entry file')
  return { entry, preloads, modules }
}

interface Output {
  imports: { path: string; kind: string }[]
}

function withImports(path: string, outputs: ReadonlyMap<string, Output>, found = new Set<string>()): string[] {
  if (found.has(path)) return []
  found.add(path)
  for (const { path: imported, kind } of outputs.get(path)?.imports ?? []) {
    if (kind === 'import-statement') withImports(cleanPath(imported), outputs, found)
  }
  return [...found]
}

function cleanPath(path: string) {
  return path.replace(/^(\.\/|\/assets\/)/, '')
}

function moduleName(web: string, source: string) {
  return relative(web, resolve(source)).replace(/\.tsx?$/, '')
}

async function copyFiles(folder: string, out: string): Promise<Record<string, string>> {
  const names = await readdir(folder).catch(() => [])
  const copied = await Promise.all(
    names.map(async (name) => {
      const bytes = await Bun.file(join(folder, name)).bytes()
      const dot = name.lastIndexOf('.')
      const hashed = `${name.slice(0, dot)}-${shortHash(bytes)}${name.slice(dot)}`
      await Bun.write(join(out, hashed), bytes)
      return [name, assetsPath + hashed] as const
    }),
  )
  return Object.fromEntries(copied)
}

const brotlied = promisify(brotliCompress)

/** Brotli takes seconds, on other threads. */
async function compressAll(out: string, production: boolean) {
  if (!production) return
  const names = (await readdir(out)).filter((name) => compressible.test(name))
  await Promise.all(
    names.map(async (name) => {
      const bytes = await Bun.file(join(out, name)).bytes()
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
      await Bun.write(join(out, `${name}.gz`), Bun.gzipSync(bytes, { library: 'libdeflate', level: 12 }))
      await Bun.write(join(out, `${name}.br`), await brotlied(bytes, { params }))
    }),
  )
}

async function hashInputs({ root, production }: ClientBuildOptions, web: string, entry: string) {
  const hasher = new Bun.CryptoHasher('sha256')
  hasher.update(`${Bun.version} ${production} ${chunkSizeMin} ${relative(root, entry)}`)
  const files = [...new Bun.Glob('**/*').scanSync({ cwd: web, onlyFiles: true })].filter(isInput).sort()
  const shared = [...new Bun.Glob('src/**/*{.contract,.policy,-scope,-status,actor}.ts').scanSync({ cwd: root })].sort()
  const all = [
    ...files.map((file) => join(web, file)),
    ...shared.map((file) => join(root, file)),
    join(root, 'bun.lock'),
  ]
  for (const path of all) {
    const file = Bun.file(path)
    if (!(await file.exists())) continue
    hasher.update(path.slice(root.length))
    hasher.update(await file.bytes())
  }
  return hasher.digest('hex')
}

function isInput(path: string) {
  return !/\.test\.tsx?$|(^|\/)testing\//.test(path)
}

/** Saves 2 % when compressed. */
async function minifyCode(folder: string) {
  const { minify } = await import('oxc-minify')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const options = { module: true, mangle: { toplevel: true } }
      const { code, errors } = await minify(name, await Bun.file(path).text(), options)
      if (errors.length > 0) throw new Error(`${name} could not be minified: ${errors[0]?.message}`)
      await Bun.write(path, preloadingImports(code))
    }),
  )
}
