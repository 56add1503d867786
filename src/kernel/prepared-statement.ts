import type { CompanyContext } from './company-context'
import { type CompanyHandle, perCompany } from './company-files'

type Value = string | number

const statementsMax = 200

const kept = perCompany(() => new Map<string, ReturnType<CompanyHandle['sqlite']['prepare']>>())

/**
 * Prepares a statement composed of fixed SQL fragments and caches it. Values are always parameters, so there are few
 * combinations; beyond a limit the cache is cleared.
 */
export function preparedStatement<Row>(ctx: CompanyContext, text: string) {
  const statements = kept(ctx.company)
  let statement = statements.get(text)
  if (!statement) {
    if (statements.size >= statementsMax) statements.clear()
    statement = ctx.company.sqlite.prepare(text)
    statements.set(text, statement)
  }
  return statement as ReturnType<typeof ctx.company.sqlite.prepare<Row, Value[]>>
}
