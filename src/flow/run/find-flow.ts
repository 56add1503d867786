import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { flowTable } from '../flow.tables'

export type FlowRow = typeof flowTable.$inferSelect

const byId = statement((db, of: { id: number }) => db.select().from(flowTable).where(eq(flowTable.id, of.id)))

export const findFlow = (ctx: CompanyContext, id: number) => byId.get(ctx, { id })
