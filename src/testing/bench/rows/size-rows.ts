import { statSync } from 'node:fs'
import { join } from 'node:path'
import { buildClient } from '../../../page/build-client'
import { benchSize } from '../bench-company'
import type { Row } from '../rows'

const root = join(import.meta.dir, '../../../..')

export async function* sizeRows(dataDir: string): AsyncGenerator<Row> {
  const bytes = statSync(join(dataDir, 'companies/1/company.sqlite')).size
  const each = (bytes / benchSize.messages / 1000).toFixed(2)
  yield { what: 'disk a message, indexes and search included', goal: '≤ 0.5 kB', result: `${each} kB` }
  yield* firstLoads()
  yield await productionModules()
}

async function* firstLoads(): AsyncGenerator<Row> {
  const { manifest, folders } = await buildClient({ root, production: true })
  const { modules, styles, conversationStyles, entry } = manifest
  const filesOf = (names: readonly string[]) => names.flatMap((name) => modules[name] ?? [])
  const list = [entry, styles, ...filesOf(['client-entry', 'inbox/tickets-page', 'i18n/pt'])]
  const conversation = [conversationStyles, ...filesOf(['conversation/conversation-pane'])]
  const loads = { 'the inbox': list, 'an open ticket': [...list, ...conversation] }
  for (const [what, used] of Object.entries(loads)) {
    const files = [...new Set(used)]
    const zipped = files.map((file) => statSync(join(folders[0] ?? '', `${file.replace('/assets/', '')}.gz`)).size)
    const total = zipped.reduce((sum, size) => sum + size, 0)
    const result = `${(total / 1024).toFixed(1)} KB`
    yield { what: `first load of ${what}, script and style, gzip`, goal: '≤ 170 KB', result }
  }
}

async function productionModules(): Promise<Row> {
  const folder = join(root, 'dist/production-modules')
  await Bun.$`mkdir -p ${folder} && cp package.json bun.lock bunfig.toml ${folder}`.cwd(root).quiet()
  await Bun.$`${process.execPath} install --frozen-lockfile --production`.cwd(folder).quiet()
  const text = await Bun.$`du -sm ${join(folder, 'node_modules')}`.text()
  return { what: 'production node_modules', goal: '< 250 MB', result: `${text.split('\t')[0]} MB` }
}
