import type { Database } from 'bun:sqlite'
import { eq, isNotNull, sql } from 'drizzle-orm'
import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite'
import { openDrizzle } from '../kernel/database/kept-texts'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Checkpoints, FileCheckpoints } from '../kernel/database/checkpoints'
import { isDamaged, openDatabase } from '../kernel/database/database'
import type { CompanyId } from '../kernel/ids'
import type { JobHints } from '../kernel/job/jobs'
import { damagedSentence, orStartFailure, StartFailure } from '../kernel/start-failure'
import { migrate, readMigrations } from '../kernel/database/migrate'
import { statement } from '../kernel/database/statement'
import { companiesMax, type CompanyCache, createCatalogCaches } from './company/company-cache'
import { companyTable } from './platform.tables'

export interface Catalog {
  db: BunSQLiteDatabase & { readonly $client: Database }
  sqlite: Database
  checkpoints: FileCheckpoints
  jobHints: JobHints
  companies: CompanyCache
  isReadable(): boolean
  close(): void
}

/** @throws StartFailure when damaged, of a newer release, or not writable */
export function openCatalog(dataDir: string, migrationsFolder: string, watcher: Checkpoints): Catalog {
  const sqlite = openChecked(dataDir, migrationsFolder)
  const checkpoints = watcher.watch(sqlite, 'platform')
  const createCache = createCatalogCaches(sqlite)
  const db = openDrizzle(sqlite)
  return {
    db,
    sqlite,
    checkpoints,
    jobHints: createJobHints(db),
    companies: createCache(companiesMax),
    isReadable: () => isReadable(db),
    close() {
      const closed = checkpoints.end()
      sqlite.close()
      closed()
    },
  }
}

function openChecked(dataDir: string, migrationsFolder: string): Database {
  const path = join(dataDir, 'platform.sqlite')
  return orStartFailure(path, () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const sqlite = openDatabase(path)
    // Everything depends on it.
    if (isDamaged(sqlite)) throw new StartFailure(damagedSentence(path))
    migrate(sqlite, readMigrations(migrationsFolder))
    return sqlite
  })
}

function isReadable(db: Catalog['db']) {
  try {
    // Not prepared: a prepared one still reads a file that was closed.
    db.select({ id: companyTable.id }).from(companyTable).limit(1).get()
    return true
  } catch {
    return false
  }
}

const setNextJobAt = statement((db, of: { id: CompanyId; at: number | null }) =>
  db.update(companyTable).set({ nextJobAt: of.at }).where(eq(companyTable.id, of.id)),
)

/** Cached in memory for the job loop and written through, so that it survives a crash. */
function createJobHints(db: Catalog['db']): JobHints {
  const atMs = new Map<CompanyId, number>()
  const { id, nextJobAt } = companyTable
  const at = sql<number>`${nextJobAt}`
  const rows = db.select({ id, at }).from(companyTable).where(isNotNull(nextJobAt)).all()
  for (const row of rows) atMs.set(row.id, row.at)
  let listener: ((companyId: CompanyId, at: number) => void) | undefined

  return {
    note(companyId, at) {
      listener?.(companyId, at)
      if ((atMs.get(companyId) ?? Infinity) <= at) return
      atMs.set(companyId, at)
      setNextJobAt.run({ db }, { id: companyId, at })
    },
    replace(companyId, at) {
      if (atMs.get(companyId) === at) return
      if (at === undefined) atMs.delete(companyId)
      else atMs.set(companyId, at)
      setNextJobAt.run({ db }, { id: companyId, at: at ?? null })
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
