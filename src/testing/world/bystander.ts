import { Database } from 'bun:sqlite'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Globex, while a test is about Acme only: its rows must stay. Watching costs nothing when its file was not written to. A test that acts
 * as Globex itself says so with `acts`, which the world's `as`, `ctx`, `ctxAs` and `runJobs` call.
 */
export function watchBystander(dataDir: string, templateDir: string) {
  const path = join(dataDir, 'companies', '2', 'company.sqlite')
  const before = stampOf(path)
  let isWatched = true
  return {
    acts: () => void (isWatched = false),
    /** Call it once the company's file is closed. @throws Error naming the tables that changed */
    assertUnchanged() {
      if (!isWatched || stampOf(path) === before || !existsSync(dataDir)) return
      const expected = rowsOf(join(templateDir, 'companies', '2', 'company.sqlite'))
      const changed = [...rowsOf(path)].filter(([table, rows]) => expected.get(table) !== rows)
      if (changed.length > 0) {
        const list = changed.map(([table, rows]) => `${table}: ${expected.get(table)} became ${rows}`)
        throw new Error(`Globex is a bystander of this test, but its rows changed. ${list.join('; ').slice(0, 2000)}`)
      }
    },
  }
}

function stampOf(path: string) {
  const [file, log] = [path, `${path}-wal`].map((one) => statSync(one, { throwIfNoEntry: false }))
  return `${file?.mtimeMs} ${file?.size} ${log?.size ?? 0}`
}

function rowsOf(path: string): Map<string, string> {
  // Without its log, a file in WAL mode cannot be opened to be read only.
  const db = new Database(path, { readwrite: true, create: false })
  try {
    const tables = db
      .query<{ name: string }, []>(
        `SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE 'sqlite_%'`,
      )
      .all()
      .map(({ name }) => name)
    // Both companies have the same plan, whose changes are told to both.
    const from = (name: string) => (name === 'event' ? "event WHERE type <> 'subscription.changed'" : `"${name}"`)
    return new Map(tables.map((name) => [name, JSON.stringify(db.query(`SELECT * FROM ${from(name)}`).values())]))
  } finally {
    db.close()
  }
}
