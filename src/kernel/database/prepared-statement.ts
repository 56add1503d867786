import type { Statement } from 'bun:sqlite'
import type { CompanyContext } from '../company/company-context'
import { perCompany } from '../company/company-files'
import { createStatementCache } from './statement-cache'

type Value = string | number

const kept = perCompany(({ sqlite }) => createStatementCache(sqlite))

/** Prepares a statement composed of fixed SQL fragments and caches it. Values are always parameters. */
export function preparedStatement<Row>(ctx: CompanyContext, text: string) {
  return kept(ctx.company)(text) as Statement<Row, Value[]>
}
