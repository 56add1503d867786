import type { Statement, Database } from 'bun:sqlite'
import type { CompanyContext } from '../company/company-context'
import { perCompany } from '../company/company-files'
import { keepNewest } from '../keep-newest.contract'

/** Preparing a statement takes longer than running a short one, and a statement takes some KB of memory. */
const statementsMax = 100

/** Longer texts, such as inserts of many rows, are rarely repeated. */
const textLengthMax = 4000

type Value = string | number

const kept = perCompany(({ sqlite }) => createStatementCache(sqlite))

/** Prepares a statement composed of fixed SQL fragments and caches it. Values are always parameters. */
export function preparedStatement<Row>(ctx: CompanyContext, text: string) {
  return kept(ctx.company)(text) as Statement<Row, Value[]>
}

/** Prepares statements and keeps the most recently used. Values must be parameters, so that there are few texts. */
function createStatementCache(sqlite: Database) {
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
