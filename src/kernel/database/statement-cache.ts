import { keepNewest } from '../keep-newest.contract'
import type { Database, Statement } from 'bun:sqlite'

/** Preparing a statement takes longer than running a short one, and a statement takes some KB of memory. */
const statementsMax = 100
/** Longer texts, such as inserts of many rows, are rarely repeated. */
const textLengthMax = 4000

/** Prepares statements and keeps the most recently used. Values must be parameters, so that there are few texts. */
export function createStatementCache(sqlite: Database) {
  const kept = new Map<string, Statement>()
  return (text: string): Statement => {
    const known = kept.get(text)
    if (known) kept.delete(text)
    const statement = known ?? sqlite.prepare(text)
    if (text.length > textLengthMax) return statement
    kept.set(text, statement)
    keepNewest(kept, statementsMax)
    return statement
  }
}
