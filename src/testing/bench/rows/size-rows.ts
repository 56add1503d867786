import { statSync } from 'node:fs'
import { join } from 'node:path'
import { measureFirstLoads } from '../../first-load'
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
  const [gzip, brotli] = [await measureFirstLoads('gz'), await measureFirstLoads('br')]
  const kb = (bytes: number) => (bytes / 1024).toFixed(1)
  for (const [what, name] of [
    ['the inbox', 'inbox'],
    ['an open ticket', 'ticket'],
  ] as const) {
    const result = `${kb(gzip[name])} KB, with Brotli ${kb(brotli[name])} KB`
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
