import type { Database } from 'bun:sqlite'
import { nameKey } from '../text/name-text.contract'

const order = /^-- fill (?<table>\w+)\.(?<column>\w+) with the key of (?<name>\w+)(?: within (?<scope>\w+))?$/gm

interface Named {
  id: number
  name: string
  scope: number
}

/**
 * Fills the key columns that a migration names in lines such as `-- fill tag.name_key with the key of name within
 * kanban`, because SQLite itself folds ASCII only. Later records with an equal name get their id appended to the key.
 */
export function fillNameKeys(db: Database, migration: string) {
  for (const { groups = {} } of migration.matchAll(order)) {
    const { table, column, name, scope = '0' } = groups
    const rows = db.query<Named, []>(`SELECT id, ${name} AS name, ${scope} AS scope FROM ${table} ORDER BY id`).all()
    const update = db.query<unknown, [string, number]>(`UPDATE ${table} SET ${column} = ? WHERE id = ?`)
    const taken = new Set<string>()
    for (const row of rows) {
      const key = nameKey(row.name)
      const within = `${row.scope} ${key}`
      update.run(taken.has(within) ? `${key}\n${row.id}` : key, row.id)
      taken.add(within)
    }
  }
}
