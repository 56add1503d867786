import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { rowReader } from '../../kernel/database/row-reader'
import { flowTable } from '../flow.tables'

export type FlowRow = typeof flowTable.$inferSelect

const byId = perCompany(({ sqlite }) => rowReader(sqlite, flowTable, 'id = ?'))

export function findFlow(ctx: CompanyContext, id: number): FlowRow | undefined {
  return byId(ctx.company)(id)
}
