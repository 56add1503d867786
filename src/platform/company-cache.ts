import type { Database } from 'bun:sqlite'
import type { CompanyId } from '../kernel/ids'
import type { companyTable, planTable } from './platform.tables'

export type Company = typeof companyTable.$inferSelect
export type Plan = typeof planTable.$inferSelect

export interface CompanyWithPlan {
  company: Company
  plan: Plan
}

const companiesMax = 5000

export type CompanyCache = ReturnType<typeof createCompanyCache>

/**
 * Companies and plans as requests ask for them: every request does, and reading both rows costs a hundred times what
 * this does. Commands call `forget`; what a script changes beside this process shows in the file's data version.
 */
export function createCompanyCache(sqlite: Database) {
  const known = new Map<CompanyId, CompanyWithPlan>()
  const readVersion = sqlite.prepare<{ data_version: number }, []>('PRAGMA data_version')
  let version = readVersion.get()?.data_version

  return {
    get(id: CompanyId) {
      const now = readVersion.get()?.data_version
      if (now !== version) {
        known.clear()
        version = now
      }
      return known.get(id)
    },
    keep(id: CompanyId, value: CompanyWithPlan) {
      if (known.size >= companiesMax) known.clear()
      known.set(id, value)
    },
    /** Call it whenever a company or a plan changed. */
    forget: () => known.clear(),
  }
}
