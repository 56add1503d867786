import { statSync } from 'node:fs'
import { join } from 'node:path'
import { openClientFiles } from '../../page/client-files'
import { benchSize } from './bench-company'
import type { Row } from './rows'

const root = join(import.meta.dir, '../../..')

/** What it takes on disk and over the wire. */
export async function* sizeRows(dataDir: string): AsyncGenerator<Row> {
  const bytes = statSync(join(dataDir, 'companies/1/company.sqlite')).size
  const each = (bytes / benchSize.messages / 1000).toFixed(2)
  yield { what: 'disk a message, indexes and search included', goal: '≤ 0.5 kB', result: `${each} kB` }
  yield await firstLoad()
  yield await productionModules()
}

async function firstLoad(): Promise<Row> {
  const { manifest, stop } = await openClientFiles({ root, production: true })
  const { modules, styles, entry } = manifest()
  const wanted = ['client-entry', 'ticket/tickets-page', 'i18n/pt']
  const files = new Set([entry, styles, ...wanted.flatMap((name) => modules[name] ?? [])])
  stop()
  let total = 0
  for (const file of files) total += statSync(join(root, 'dist/client', `${file.replace('/assets/', '')}.gz`)).size
  return {
    what: 'first load of the inbox, script and style, gzip',
    goal: '≤ 170 KB',
    result: `${(total / 1024).toFixed(1)} KB`,
  }
}

async function productionModules(): Promise<Row> {
  const folder = join(root, 'dist/production-modules')
  await Bun.$`mkdir -p ${folder} && cp package.json bun.lock bunfig.toml ${folder}`.cwd(root).quiet()
  await Bun.$`${process.execPath} install --frozen-lockfile --production`.cwd(folder).quiet()
  const text = await Bun.$`du -sm ${join(folder, 'node_modules')}`.text()
  return { what: 'production node_modules', goal: '< 250 MB', result: `${text.split('\t')[0]} MB` }
}
