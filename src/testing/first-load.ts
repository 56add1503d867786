import { statSync } from 'node:fs'
import { join } from 'node:path'
import { ticketsScreen } from '../../web/inbox/tickets.screen'
import { buildClient } from '../page/build-client'

const root = join(import.meta.dir, '../..')

/** Bytes of script and style that each needs before it can be used, compressed with gzip or Brotli. */
export async function measureFirstLoads(encoding: 'gz' | 'br') {
  const { manifest, folders } = await buildClient({ root, production: true })
  const { modules, styles, conversationStyles, entry } = manifest
  const filesOf = (names: readonly string[]) => names.flatMap((name) => modules[name] ?? [])
  const list = [entry, styles, ...filesOf(['client-entry', 'inbox/tickets-page', 'i18n/pt'])]
  const partsOf = (params: { uuid?: string }) =>
    filesOf((ticketsScreen.parts?.(params) ?? []).flatMap(({ source, isLater }) => (isLater ? [] : [source])))
  const bytesOf = (files: readonly string[]) =>
    [...new Set(files)]
      .map((file) => statSync(join(folders[0] ?? '', `${file.replace('/assets/', '')}.${encoding}`)).size)
      .reduce((sum, size) => sum + size, 0)
  return {
    inbox: bytesOf([...list, ...partsOf({})]),
    ticket: bytesOf([...list, conversationStyles, ...partsOf({ uuid: 'any' })]),
  }
}
