import type { Batch } from '../company/batches'
import { perCompany } from '../company/company-files'

/** Takes a few ms. */
const rowsMax = 1000

/** Deletes the rows that refer to a record, before that record is deleted. `key` tells those rows apart. */
export function eraseReferences(table: string, column: string, key = 'id'): Batch<number> {
  const erase = perCompany(({ sqlite }) =>
    sqlite.prepare<unknown, [number, number, number]>(
      `DELETE FROM ${table} WHERE ${column} = ? AND ${key} IN (SELECT ${key} FROM ${table} WHERE ${column} = ? LIMIT ?)`,
    ),
  )
  return (ctx, id) => ctx.transaction(() => erase(ctx.company).run(id, id, rowsMax).changes >= rowsMax)
}
