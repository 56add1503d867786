import { desc, gt, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { type Opened, statement } from './statement'

const rowsMax = 500

interface KeyRange {
  after: number
  end: number
  endsAtMs: number
}

/** For `inBatches`, oldest first: unlike a query with a limit, it passes unchanged rows only once. */
export function readRanges(opened: Opened, { key, at }: { key: SQLiteColumn; at: SQLiteColumn }, before: Date) {
  const last = statement((db, of: { after: number }) => {
    const range = db
      .select({ end: sql<number>`${key}`.as('end'), endsAtMs: sql<number>`${at}`.as('endsAtMs') })
      .from(key.table)
      .where(gt(key, of.after))
      .orderBy(key)
      .limit(rowsMax)
      .as('range')
    const { end, endsAtMs } = range
    return db.select({ end, endsAtMs }).from(range).orderBy(desc(end)).limit(1)
  })
  return ({ end: after, endsAtMs }: KeyRange = { after: 0, end: 0, endsAtMs: 0 }): KeyRange[] => {
    const found = endsAtMs < before.getTime() ? last.get(opened, { after }) : undefined
    return found ? [{ after, ...found }] : []
  }
}
