import type { CompanyId } from '../../kernel/ids'
import type { CatalogCache } from '../catalog-cache'
import type { companyTable, planTable } from '../platform.tables'

export type Company = typeof companyTable.$inferSelect
export type Plan = typeof planTable.$inferSelect

export interface CompanyWithPlan {
  company: Company
  plan: Plan
}

export const companiesMax = 5000

export type CompanyCache = CatalogCache<CompanyId, CompanyWithPlan>
