import { watch } from 'node:fs'
import { join } from 'node:path'
import { buildClient, type ClientManifest } from './build-client'
import { createStaticAssets } from './static-assets'

export interface ClientFiles {
  manifest(): ClientManifest
  /** Answers `/assets/*`; undefined for every other address. */
  answer(request: Request): Promise<Response | undefined>
  stop(): void
}

interface ClientFilesOptions {
  root: string
  production: boolean
  /** In development the files are built anew whenever a source changes. */
  onRebuilt?: (error: unknown) => void
}

const settleMs = 60

/** What the browser loads: built when its sources have changed since the last build, then served. */
export async function openClientFiles({ root, production, onRebuilt }: ClientFilesOptions): Promise<ClientFiles> {
  let { manifest, folders } = await buildClient({ root, production })
  let answer = await createStaticAssets(folders)
  let timer: ReturnType<typeof setTimeout> | undefined

  async function rebuild() {
    try {
      const rebuilt = await buildClient({ root, production })
      answer = await createStaticAssets(rebuilt.folders)
      manifest = rebuilt.manifest
      onRebuilt?.(undefined)
    } catch (error) {
      // A half-typed file leaves the earlier build in place until the next change.
      onRebuilt?.(error)
    }
  }

  const watcher = production
    ? undefined
    : watch(join(root, 'web'), { recursive: true }, () => {
        clearTimeout(timer)
        timer = setTimeout(() => void rebuild(), settleMs)
      })

  return {
    manifest: () => manifest,
    answer: (request) => answer(request),
    stop() {
      clearTimeout(timer)
      watcher?.close()
    },
  }
}
