import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../database/database'
import { openDrizzle } from '../database/kept-texts'
import { type Migration, migrate } from '../database/migrate'
import type { CompanyId } from '../ids'
import { identityTable } from './identity.tables'

export function createCompanyFile(id: CompanyId, folder: string, migrations: readonly Migration[]) {
  if (existsSync(folder)) throw new Error(`Company ${id} already has a folder`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const db = openDatabase(join(folder, 'company.sqlite'))
    migrate(db, migrations)
    openDrizzle(db).insert(identityTable).values({ only: 1, companyId: id }).run()
    db.close()
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** A file under another company's id would show one company's data to the other. */
export function assertIdentity(db: BunSQLiteDatabase, id: CompanyId) {
  const { companyId } = db.select().from(identityTable).get() ?? {}
  if (companyId !== id) throw new Error(`This file belongs to company ${companyId ?? 'nobody'}, not ${id}`)
}
