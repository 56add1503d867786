import type { RangeBatch } from '../company/batches'
import { perCompany } from '../company/company-files'

/** Takes about 3 ms. Smaller ranges take longer altogether, because each one changes most pages of an index on the column. */
const idsMax = 2000

/** Sets a column to NULL in all rows that refer to a record, before that record is deleted. */
export function clearReferences(table: string, column: string): RangeBatch<number> {
  const statements = perCompany(({ sqlite }) => ({
    last: sqlite.prepare<{ id: number | null }, []>(`SELECT max(id) AS id FROM ${table}`),
    clear: sqlite.prepare<unknown, [number, number, number]>(
      `UPDATE ${table} SET ${column} = NULL WHERE id > ? AND id <= ? AND ${column} = ?`,
    ),
  }))
  return (ctx, id, afterId) => {
    const { last, clear } = statements(ctx.company)
    const endId = afterId + idsMax
    ctx.transaction(() => void clear.run(afterId, endId, id))
    return endId < (last.get()?.id ?? 0) ? endId : undefined
  }
}
