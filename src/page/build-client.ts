import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { assetsPath, shortHash } from './asset-names'
import { buildStyles } from './build-styles'

/** What was built, by the names of the sources. Addresses are whole: `/assets/page-abc123.js`. */
export interface ClientManifest {
  /** Of everything the build was made from. */
  inputs: string
  entry: string
  /** What the entry imports. */
  preloads: string[]
  /** Of the frame, the inbox and what they are made of. */
  styles: string
  /** Of all other screens. */
  screenStyles: string
  /** The typeface of the first render, to be fetched ahead of the stylesheet that asks for it. */
  fonts: string[]
  /** By source file relative to `web`, without extension: its file and all that it imports statically. */
  modules: Record<string, string[]>
  /** By name in `web/assets`. */
  files: Record<string, string>
}

export interface ClientBuild {
  manifest: ClientManifest
  /** The build's own folder, then those of earlier builds, whose files screens that are open may still ask for. */
  folders: string[]
}

export interface ClientBuildOptions {
  /** The folder that holds `web` and `dist`. */
  root: string
  production: boolean
  /** Holds a folder for each build. */
  outFolder?: string
  /** Another entry than `web/client-entry.tsx`, for tests. */
  entry?: string
}

const compressible = /\.(js|css|svg|json|txt|ico|map)$/
/** Folds chunks that are too small to be worth a request of their own. */
const chunkSizeMin = 16_384
const buildsKept = 3
/** What jspdf would fetch to draw web pages, which nobody asks of it. */
const neverLoaded = ['html2canvas', 'dompurify', 'canvg']

/** Builds what the browser loads, unless it has been built from the very same sources. */
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

/** In a container the files belong to another user and may not be touched; no later build will come beside them. */
async function noteUse(folder: string) {
  const now = new Date()
  await utimes(folder, now, now).catch((error: NodeJS.ErrnoException) => {
    if (!['EPERM', 'EACCES', 'EROFS'].includes(error.code ?? '')) throw error
  })
}

/** A folder appears whole and is never written again: whoever serves an earlier build goes on serving it. */
async function buildInto(folder: string, inputs: string, web: string, entry: string, production: boolean) {
  const fresh = `${folder}.building-${crypto.randomUUID().slice(0, 8)}`
  await mkdir(fresh, { recursive: true })
  const [code, app, screens, files] = await Promise.all([
    buildCode(web, entry, fresh, production),
    buildStyles(join(web, 'styles/app.css'), fresh, production),
    buildStyles(join(web, 'styles/screens.css'), fresh, production),
    copyFiles(join(web, 'assets'), fresh),
  ])
  const styles = { styles: app.path, screenStyles: screens.path, fonts: app.fonts }
  const manifest: ClientManifest = { inputs, ...code, ...styles, files }
  await compressAll(fresh, production)
  await Bun.write(join(fresh, 'manifest.json'), JSON.stringify(manifest, null, 2))
  try {
    await rename(fresh, folder)
  } catch (error) {
    // Another process was faster; the same sources make the same files.
    await rm(fresh, { recursive: true, force: true })
    if (!(await readManifest(folder))) throw error
  }
  return manifest
}

/** Builds of one kind, the present and then the last used first. Older ones than these serve nobody any more. */
async function keepNewest(out: string, kind: string, present: string) {
  const names = (await readdir(out)).filter((name) => name.startsWith(kind) && !name.includes('.building-'))
  const used = await Promise.all(
    names.map(async (name) => ({ folder: join(out, name), at: (await stat(join(out, name))).mtimeMs })),
  )
  const earlier = used.filter(({ folder }) => folder !== present).sort((a, b) => b.at - a.at)
  const folders = [present, ...earlier.map(({ folder }) => folder)]
  for (const folder of folders.slice(buildsKept)) await rm(folder, { recursive: true, force: true })
  return folders.slice(0, buildsKept)
}

export async function readManifest(out: string): Promise<ClientManifest | undefined> {
  const file = Bun.file(join(out, 'manifest.json'))
  return (await file.exists()) ? ((await file.json()) as ClientManifest) : undefined
}

async function buildCode(web: string, entryFile: string, out: string, production: boolean) {
  const result = await Bun.build({
    entrypoints: [entryFile],
    outdir: out,
    target: 'browser',
    external: neverLoaded,
    splitting: true,
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

/** The file and everything it imports statically, itself first. */
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

/** The metafile names sources relative to the working folder. */
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

async function compressAll(out: string, production: boolean) {
  if (!production) return
  for (const name of await readdir(out)) {
    if (!compressible.test(name)) continue
    const bytes = await Bun.file(join(out, name)).bytes()
    await Bun.write(join(out, `${name}.gz`), Bun.gzipSync(bytes, { library: 'libdeflate', level: 12 }))
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    await Bun.write(join(out, `${name}.br`), brotliCompressSync(bytes, { params }))
  }
}

/** Sources, and what else decides the outcome: the locked packages, the bundler, the mode. */
async function hashInputs({ root, production }: ClientBuildOptions, web: string, entry: string) {
  const hasher = new Bun.CryptoHasher('sha256')
  hasher.update(`${Bun.version} ${production} ${relative(root, entry)}`)
  const files = [...new Bun.Glob('**/*').scanSync({ cwd: web, onlyFiles: true })].filter(isInput).sort()
  const shared = [...new Bun.Glob('src/**/*{.contract,.policy,-scope,-status,actor}.ts').scanSync({ cwd: root })].sort()
  const all = [
    ...files.map((file) => join(web, file)),
    ...shared.map((file) => join(root, file)),
    join(root, 'bun.lock'),
    join(root, 'package.json'),
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
  return !/\.test\.tsx?$/.test(path)
}
