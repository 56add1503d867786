import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileVersion } from '../../kernel/database/migrate'

const ending = /\.before-(\d+)$/

/** All files that a version migrates: the catalog and the companies'. */
function listDatabases(dataDir: string): string[] {
  const companies = join(dataDir, 'companies')
  const folders = existsSync(companies) ? readdirSync(companies) : []
  const files = folders.map((name) => join(companies, name, 'company.sqlite'))
  return [join(dataDir, 'platform.sqlite'), ...files].filter((path) => existsSync(path))
}

/** Copies that a version made before it migrated the file from the version given. */
function listSnapshots(path: string) {
  const folder = dirname(path)
  return readdirSync(folder).flatMap((name) => {
    const number = name.startsWith(basename(path)) ? ending.exec(name)?.[1] : undefined
    return number ? [{ path: join(folder, name), version: Number(number) - 1 }] : []
  })
}

/** Call it while nothing runs on the folder. What it returns, called likewise, puts migrated files back and returns where they are kept. */
export function watchMigrations(dataDir: string) {
  const known = new Set<string>()
  for (const path of listDatabases(dataDir)) {
    for (const snapshot of listSnapshots(path)) {
      // The file itself is of this version, so that a migration has to copy it again.
      if (snapshot.version === fileVersion(path)) rmSync(snapshot.path)
      else known.add(snapshot.path)
    }
  }
  return function putBack(): string[] {
    return listDatabases(dataDir).flatMap((path) => {
      const made = listSnapshots(path).find((snapshot) => !known.has(snapshot.path))
      // A migration that failed has changed nothing.
      if (!made || made.version === fileVersion(path)) return []
      const aside = `${path}.failed-upgrade`
      for (const suffix of ['', '-wal', '-shm']) moveIfThere(path + suffix, aside + suffix)
      renameSync(made.path, path)
      return [aside]
    })
  }
}

function moveIfThere(from: string, to: string) {
  rmSync(to, { force: true })
  if (existsSync(from)) renameSync(from, to)
}
