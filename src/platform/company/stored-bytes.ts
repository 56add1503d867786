import type { Database } from 'bun:sqlite'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { CompanyId } from '../../kernel/ids'
import type { StoredBytes } from '../../kernel/file/room-for-files'

/** Keeps the bytes of companies in the catalog, so that they survive a crash and lists open no company files. */
export function createStoredBytes(catalog: Database): StoredBytes {
  // The database grows by every message, so that its present size replaces the measured one.
  const find = catalog.prepare<{ others: number }, [CompanyId]>(
    'SELECT folder_size - database_size AS others FROM company WHERE id = ?',
  )
  const add = catalog.prepare<unknown, [number, CompanyId]>(
    'UPDATE company SET folder_size = max(0, folder_size + ?) WHERE id = ?',
  )
  return {
    of: ({ id, folder }) => (find.get(id)?.others ?? 0) + databaseBytes(folder),
    add: (id, bytes) => void add.run(bytes, id),
  }
}

export function databaseBytes(folder: string) {
  const names = ['company.sqlite', 'company.sqlite-wal', 'company.sqlite-shm']
  const sizes = names.map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0)
  return sizes.reduce((sum, size) => sum + size, 0)
}
