import type { Database } from 'bun:sqlite'
import { nextTurn } from '../company/batches'

/** Rows per turn of the event loop. Deleting all of them takes about 5 ms. */
const rowsMax = 1000

interface Walk {
  table: string
  /** Ascends with the time. */
  key: string
  /** Time of a row in ms since 1970. */
  at: string
}

/**
 * Calls `work` for ranges of a table's keys, oldest first, each in its own turn of the event loop, until a range ends with a row
 * of `beforeMs` or later. Unlike changing rows with a limit, it passes those that stay unchanged only once.
 */
export async function walkRanges(
  sqlite: Database,
  { table, key, at }: Walk,
  beforeMs: number,
  work: (afterKey: number, endKey: number) => void,
) {
  const last = sqlite.prepare<{ key: number; at: number }, [number, number]>(
    `SELECT key, at FROM (SELECT ${key} AS key, ${at} AS at FROM ${table} WHERE ${key} > ? ORDER BY ${key} LIMIT ?)
     ORDER BY key DESC LIMIT 1`,
  )
  for (let afterKey = 0; ; await nextTurn()) {
    const end = last.get(afterKey, rowsMax)
    if (!end) return
    work(afterKey, end.key)
    if (end.at >= beforeMs) return
    afterKey = end.key
  }
}
