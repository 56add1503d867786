import type { Database } from 'bun:sqlite'

/** Overwrites the old values in the file, such as secrets that were not sealed. */
export function withoutTrace(sqlite: Database, change: () => void) {
  overwriting(sqlite, () => sqlite.transaction(change).immediate())
  // The old values are in the log until then.
  sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
}

/** What `change` deletes is overwritten in the file, but for the log. It may not begin inside a transaction. */
export function overwriting<Result>(sqlite: Database, change: () => Result): Result {
  sqlite.query('PRAGMA secure_delete = ON').get()
  try {
    return change()
  } finally {
    sqlite.query('PRAGMA secure_delete = FAST').get()
  }
}

/** Words that `change` deletes leave their index at once, not when it is merged. Inside a transaction. */
export function overwritingWords<Result>(sqlite: Database, change: () => Result): Result {
  const indexes = sqlite
    .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE sql LIKE '%USING fts5 (%content = ''%_''%'")
    .all()
  const set = (on: 0 | 1) => {
    for (const { name } of indexes) sqlite.run(`INSERT INTO ${name} (${name}, rank) VALUES ('secure-delete', ${on})`)
  }
  set(1)
  const result = change()
  set(0)
  return result
}
