import { eq } from 'drizzle-orm'
import { required } from '../kernel/errors'
import type { CompanyId } from '../kernel/ids'
import type { Platform } from './platform'
import { companyTable, planTable } from './platform.tables'

export type Company = typeof companyTable.$inferSelect
export type Plan = typeof planTable.$inferSelect

/** A company with its plan. @throws Refusal ERR_NO_COMPANY_FOUND */
export function getCompany(platform: Platform, id: CompanyId): { company: Company; plan: Plan } {
  const row = platform.catalog.db
    .select()
    .from(companyTable)
    .innerJoin(planTable, eq(companyTable.planId, planTable.id))
    .where(eq(companyTable.id, id))
    .get()
  return required(row, 'ERR_NO_COMPANY_FOUND')
}

export function listCompanyIds(platform: Platform): CompanyId[] {
  return platform.catalog.db
    .select({ id: companyTable.id })
    .from(companyTable)
    .all()
    .map((row) => row.id)
}
