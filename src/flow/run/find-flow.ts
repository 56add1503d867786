import { eq, sql } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { flowTable } from '../flow.tables'

export type FlowRow = typeof flowTable.$inferSelect

const byId = perCompany(({ db }) =>
  db
    .select()
    .from(flowTable)
    .where(eq(flowTable.id, sql.placeholder('id')))
    .prepare(),
)

export function findFlow(ctx: CompanyContext, id: number): FlowRow | undefined {
  return byId(ctx.company).get({ id })
}
