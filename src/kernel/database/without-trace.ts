import type { Database } from 'bun:sqlite'

/** Overwrites the old values in the file, such as secrets that were not sealed. */
export function withoutTrace(sqlite: Database, change: () => void) {
  sqlite.query('PRAGMA secure_delete = ON').get()
  try {
    sqlite.transaction(change).immediate()
  } finally {
    sqlite.query('PRAGMA secure_delete = OFF').get()
  }
  // The old values are in the log until then.
  sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
}
