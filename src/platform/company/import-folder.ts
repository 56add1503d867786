import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dayMs } from '../../kernel/time/durations.contract'
import type { Platform } from '../platform'

/** `data/move-in`: the import that is or was last under way. A restart leaves it. */
export function importFolder({ config }: Pick<Platform, 'config'>) {
  const folder = join(config.dataDir, 'move-in')
  const pathOf = (name: string) => join(folder, name)
  return {
    scratch: pathOf('scratch.sqlite'),
    uploads: pathOf('uploads'),
    create: () => mkdirSync(folder, { recursive: true, mode: 0o700 }),
    read<Value>(name: string): Value | undefined {
      try {
        return existsSync(pathOf(name)) ? (JSON.parse(readFileSync(pathOf(name), 'utf8')) as Value) : undefined
      } catch {
        return undefined
      }
    },
    /** As a whole or not at all. */
    write(name: string, value: unknown) {
      const path = pathOf(name)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      writeFileSync(`${path}.new`, JSON.stringify(value), { mode: 0o600 })
      renameSync(`${path}.new`, path)
    },
    remove: (name: string) => rmSync(pathOf(name), { recursive: true, force: true }),
    /** What was read from a source, and what was being made of it, holds all that its people wrote. */
    removeSource() {
      for (const name of ['scratch.sqlite', 'scratch.json', 'uploads'])
        rmSync(pathOf(name), { recursive: true, force: true })
      for (const path of listUnfinished(config.dataDir)) rmSync(path, { recursive: true, force: true })
    },
  }
}

/** Tells whether a file is the one that was read before; undefined for a database, which is never the same. */
export function identityOf(source: string): string | undefined {
  const found = statSync(source, { throwIfNoEntry: false })
  return found && `${source} ${found.size} ${found.mtimeMs}`
}

function listUnfinished(dataDir: string) {
  const companies = join(dataDir, 'companies')
  const names = existsSync(companies) ? readdirSync(companies) : []
  return names.filter((name) => name.endsWith('.importing')).map((name) => join(companies, name))
}

const keptDays = 7

/** Deletes what was read for an import that nobody has continued for a week. The next one reads anew. */
export function sweepImports(platform: Pick<Platform, 'config' | 'clock'>) {
  const { dataDir } = platform.config
  const folder = join(dataDir, 'move-in')
  const paths = [folder, join(folder, 'scratch.sqlite'), join(folder, 'uploads'), ...listUnfinished(dataDir)]
  const changed = paths.map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  if (Math.max(...changed) < platform.clock.now().getTime() - keptDays * dayMs) importFolder(platform).removeSource()
}
