import { watch } from 'node:fs'
import { join } from 'node:path'
import { buildClient, type ClientManifest } from './build-client'
import { createStaticAssets } from './static-assets'

export interface ClientFiles {
  manifest(): ClientManifest
  /** Answers `/assets/*`; returns undefined for other addresses. */
  answer(request: Request): Promise<Response | undefined>
  stop(): void
}

export interface ClientFilesOptions {
  root: string
  production: boolean
  onRebuilt?: (error: unknown) => void
}

const settleMs = 60

/** Builds the browser's files if their sources have changed, and serves them. */
export async function openClientFiles({ root, production, onRebuilt }: ClientFilesOptions): Promise<ClientFiles> {
  let { manifest, folders } = await buildClient({ root, production })
  let answer = createStaticAssets(folders)
  let timer: ReturnType<typeof setTimeout> | undefined

  async function rebuild() {
    try {
      const rebuilt = await buildClient({ root, production })
      answer = createStaticAssets(rebuilt.folders)
      manifest = rebuilt.manifest
      onRebuilt?.(undefined)
    } catch (error) {
      // A build with errors keeps the earlier one until the next change.
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
