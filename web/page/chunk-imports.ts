declare global {
  var importAhead: ((chunk: string) => void) | undefined
}

/** Of the entry file's script element. */
export const chunkImportsAttribute = 'data-imports'
/** Called by each `import()` of the built code (`src/page/chunk-imports.ts`). */
export const importAheadName = 'importAhead'

/** What each chunk imports, as indexes of `files`. */
export interface ChunkImports {
  files: string[]
  imports: Record<string, number[]>
}

/** From now on, what a chunk imports is fetched together with it instead of one after the other. */
export async function preloadImports() {
  const address = document.querySelector(`[${chunkImportsAttribute}]`)?.getAttribute(chunkImportsAttribute)
  if (!address) return
  const response = await fetch(address, { priority: 'low' })
  if (!response.ok) return
  const { files, imports } = (await response.json()) as ChunkImports
  const asked = new Set<number>()
  globalThis[importAheadName] = (chunk) => {
    for (const index of imports[chunk] ?? []) {
      if (asked.has(index)) continue
      asked.add(index)
      preload(files[index] ?? '')
    }
  }
}

function preload(file: string) {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = file
  document.head.append(link)
}
