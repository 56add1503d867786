import type { Batch } from '../company/batches'
import { perCompany } from '../company/company-files'

/** Takes a few ms. Fewer take longer altogether, because each batch changes most pages of an index on the column. */
const rowsMax = 1000

/** Sets an indexed column to NULL in the rows that refer to a record, before that record is deleted. */
export function clearReferences(table: string, column: string): Batch<number> {
  const clear = perCompany(({ sqlite }) =>
    sqlite.prepare<unknown, [number, number]>(
      `UPDATE ${table} SET ${column} = NULL WHERE id IN (SELECT id FROM ${table} WHERE ${column} = ? LIMIT ?)`,
    ),
  )
  return (ctx, id) => ctx.transaction(() => clear(ctx.company).run(id, rowsMax).changes >= rowsMax)
}
