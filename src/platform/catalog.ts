import type { Database } from 'bun:sqlite'
import { type BunSQLiteDatabase, drizzle } from 'drizzle-orm/bun-sqlite'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Checkpoints } from '../kernel/database/checkpoints'
import { openDatabase } from '../kernel/database/database'
import type { CompanyId } from '../kernel/ids'
import type { JobHints } from '../kernel/job/jobs'
import { damagedSentence, orStartFailure, StartFailure } from '../kernel/start-failure'
import { migrate, readMigrations } from '../kernel/database/migrate'
import { type CatalogCache, createCatalogCaches } from './catalog-cache'
import { companiesMax, type CompanyCache } from './company/company-cache'

export interface Catalog {
  db: BunSQLiteDatabase & { readonly $client: Database }
  sqlite: Database
  jobHints: JobHints
  companies: CompanyCache
  /** The id of each user's session, by company and user. */
  liveSessions: CatalogCache<string, string>
  close(): void
}

const sessionsMax = 20_000

/** @throws StartFailure when the file is damaged, of a newer release, or cannot be written */
export function openCatalog(dataDir: string, migrationsFolder: string, watcher: Checkpoints): Catalog {
  const sqlite = openChecked(dataDir, migrationsFolder)
  const checkpoints = watcher.watch(sqlite)
  const createCache = createCatalogCaches(sqlite)
  return {
    db: drizzle(sqlite),
    sqlite,
    jobHints: createJobHints(sqlite),
    companies: createCache(companiesMax),
    liveSessions: createCache(sessionsMax),
    close() {
      checkpoints.end()
      sqlite.close()
    },
  }
}

function openChecked(dataDir: string, migrationsFolder: string): Database {
  const path = join(dataDir, 'platform.sqlite')
  return orStartFailure(path, () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const sqlite = openDatabase(path)
    // The file is small and everything depends on it, so it is checked at start.
    const [found] = sqlite.query('PRAGMA quick_check(1)').values().flat()
    if (found !== 'ok') throw new StartFailure(damagedSentence(path))
    migrate(sqlite, readMigrations(migrationsFolder))
    return sqlite
  })
}

/** Cached in memory for the job loop and written through, so that it survives a crash. */
function createJobHints(sqlite: Database): JobHints {
  const atMs = new Map<CompanyId, number>()
  const rows = sqlite
    .query<{ id: number; at: number }, []>('SELECT id, next_job_at AS at FROM company WHERE next_job_at IS NOT NULL')
    .all()
  for (const row of rows) atMs.set(row.id, row.at)
  const write = sqlite.prepare('UPDATE company SET next_job_at = ? WHERE id = ?')
  let listener: ((companyId: CompanyId, at: number) => void) | undefined

  return {
    note(companyId, at) {
      listener?.(companyId, at)
      if ((atMs.get(companyId) ?? Infinity) <= at) return
      atMs.set(companyId, at)
      write.run(at, companyId)
    },
    replace(companyId, at) {
      if (atMs.get(companyId) === at) return
      if (at === undefined) atMs.delete(companyId)
      else atMs.set(companyId, at)
      write.run(at ?? null, companyId)
    },
    entries: () => atMs.entries(),
    watch(called) {
      listener = called
      return () => {
        if (listener === called) listener = undefined
      }
    },
  }
}
