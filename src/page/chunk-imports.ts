import { join } from 'node:path'
import { importAheadName, type ChunkImports } from '../../web/page/chunk-imports'
import { assetsPath, shortHash } from './asset-names'

interface BuiltCode {
  entry: string
  preloads: readonly string[]
  /** Each a chunk and what it imports, directly or not. */
  modules: Readonly<Record<string, readonly string[]>>
}

/** Writes what each chunk imports that the entry file does not, and returns its address. */
export async function writeChunkImports(out: string, { entry, preloads, modules }: BuiltCode) {
  const there = new Set([entry, ...preloads])
  const files: string[] = []
  const imports: ChunkImports['imports'] = {}
  for (const [chunk = '', ...imported] of Object.values(modules)) {
    const missing = imported.filter((file) => !there.has(file))
    if (missing.length > 0) imports[chunk] = missing.map((file) => indexOf(files, file))
  }
  const text = JSON.stringify({ files, imports } satisfies ChunkImports)
  const name = `chunk-imports-${shortHash(text)}.json`
  await Bun.write(join(out, name), text)
  return assetsPath + name
}

function indexOf(files: string[], file: string) {
  const index = files.indexOf(file)
  return index < 0 ? files.push(file) - 1 : index
}

/** Lets each `import()` of a chunk first say its address, once the browser knows what the chunk imports. */
export function preloadingImports(code: string) {
  return code.replace(/\bimport\((["'`]\/assets\/[^"'`]+["'`])\)/g, `(globalThis.${importAheadName}?.($1),import($1))`)
}
