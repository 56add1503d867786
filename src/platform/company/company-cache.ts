import type { Database } from 'bun:sqlite'
import type { CompanyId } from '../../kernel/ids'
import type { companyTable, planTable } from '../platform.tables'

export type Company = typeof companyTable.$inferSelect
export type Plan = typeof planTable.$inferSelect

export interface CompanyWithPlan {
  company: Company
  plan: Plan
}

const companiesMax = 5000

export type CompanyCache = ReturnType<typeof createCompanyCache>

/**
 * Caches companies with their plans, which every request needs; reading both rows costs a hundred times as much. Commands
 * call `forget`; changes by other processes are noticed by the file's data version.
 */
export function createCompanyCache(sqlite: Database) {
  const known = new Map<CompanyId, CompanyWithPlan>()
  const readVersion = sqlite.prepare<{ data_version: number }, []>('PRAGMA data_version')
  let version = readVersion.get()?.data_version
  let checkedAtMs = 0

  /** At most once per millisecond, because a request asks for its company up to ten times. */
  function checkVersion() {
    const nowMs = Date.now()
    if (nowMs === checkedAtMs) return
    checkedAtMs = nowMs
    const now = readVersion.get()?.data_version
    if (now !== version) known.clear()
    version = now
  }

  return {
    get(id: CompanyId) {
      checkVersion()
      return known.get(id)
    },
    keep(id: CompanyId, value: CompanyWithPlan) {
      if (known.size >= companiesMax) known.clear()
      known.set(id, value)
    },
    /** Call it after every change of a company or a plan. */
    forget: () => known.clear(),
  }
}
