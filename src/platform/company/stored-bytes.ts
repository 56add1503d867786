import { eq, sql } from 'drizzle-orm'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type Opened, statement } from '../../kernel/database/statement'
import type { CompanyId } from '../../kernel/ids'
import type { StoredBytes } from '../../kernel/file/room-for-files'
import { companyTable } from '../platform.tables'

const { id, folderSize, databaseSize } = companyTable

const findOthers = statement((db, of: { id: CompanyId }) =>
  db
    .select({ bytes: sql<number>`${folderSize} - ${databaseSize}` })
    .from(companyTable)
    .where(eq(id, of.id)),
)
const addBytes = statement((db, of: { id: CompanyId; bytes: number }) =>
  db
    .update(companyTable)
    .set({ folderSize: sql`max(0, ${folderSize} + ${of.bytes})` })
    .where(eq(id, of.id)),
)

/** Keeps the bytes of companies in the catalog, so that they survive a crash and lists open no company files. */
export const createStoredBytes = (catalog: Opened): StoredBytes => ({
  // The database grows by every message, so that its present size replaces the measured one.
  of: ({ id, folder }) => (findOthers.get(catalog, { id })?.bytes ?? 0) + databaseBytes(folder),
  add: (id, bytes) => void addBytes.run(catalog, { id, bytes }),
})

export function databaseBytes(folder: string) {
  const names = ['company.sqlite', 'company.sqlite-wal', 'company.sqlite-shm']
  const sizes = names.map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0)
  return sizes.reduce((sum, size) => sum + size, 0)
}
