import type { Database } from 'bun:sqlite'

/** Deleting all of them takes about 2 ms. */
const rowsMax = 500

interface Walk {
  table: string
  /** Ascends with the time. */
  key: string
  /** Time of a row in ms since 1970. */
  at: string
}

/** Keys above `after`, up to `end`. */
interface KeyRange {
  after: number
  end: number
  endsAt: number
}

/**
 * Returns the next range of a table's keys for `inBatches`, oldest first, until a range ends with a row of `beforeMs` or later.
 * Unlike reading the rows to change with a limit, it passes those that stay unchanged only once.
 */
export function readRanges(sqlite: Database, { table, key, at }: Walk, beforeMs: number) {
  const last = sqlite.prepare<Omit<KeyRange, 'after'>, [number, number]>(
    `SELECT key AS end, at AS endsAt FROM (SELECT ${key} AS key, ${at} AS at FROM ${table} WHERE ${key} > ? ORDER BY ${key} LIMIT ?)
     ORDER BY key DESC LIMIT 1`,
  )
  return ({ end: after, endsAt }: KeyRange = { after: 0, end: 0, endsAt: 0 }): KeyRange[] => {
    const found = endsAt < beforeMs ? last.get(after, rowsMax) : null
    return found ? [{ after, ...found }] : []
  }
}
