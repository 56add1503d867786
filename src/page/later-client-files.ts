import { isAssetAddress } from './asset-names'
import type { ClientFiles, ClientFilesOptions } from './client-files'

/** On first request, or by `open`: comparing with sources takes a tenth of a start. */
export function createLaterClientFiles(options: ClientFilesOptions) {
  let opened: Promise<ClientFiles> | undefined
  const open = () => (opened ??= import('./client-files').then((code) => code.openClientFiles(options)))
  return {
    /** @throws when a required build failed */
    open,
    manifest: async () => (await open()).manifest(),
    answer: async (request: Request) => (isAssetAddress(request.url) ? (await open()).answer(request) : undefined),
    stop: () => void opened?.then((files) => files.stop()),
  }
}
