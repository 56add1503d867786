import type { CompanyId } from '../../kernel/ids'
import type { companyTable, planTable } from '../platform.tables'
import type { Database } from 'bun:sqlite'
import { dataVersionReader } from '../../kernel/database/database'
import { keepNewest } from '../../kernel/keep-newest.contract'

export type Company = typeof companyTable.$inferSelect
export type Plan = typeof planTable.$inferSelect

export interface CompanyWithPlan {
  company: Company
  plan: Plan
}

export const companiesMax = 5000

export type CompanyCache = CatalogCache<CompanyId, CompanyWithPlan>

export interface CatalogCache<Key, Value> {
  get(key: Key): Value | undefined
  keep(key: Key, value: Value): Value
  forget(key?: Key): void
}

/** Reading the catalog costs a hundred times as much. The data version tells of other processes' changes. */
export function createCatalogCaches(sqlite: Database) {
  const dataVersion = dataVersionReader(sqlite)
  let version = dataVersion()
  let checkedAtMs = 0
  const clears: (() => void)[] = []

  /** A request reads the caches up to ten times. */
  function checkVersion() {
    const nowMs = Date.now()
    if (nowMs === checkedAtMs) return
    checkedAtMs = nowMs
    const now = dataVersion()
    if (now !== version) for (const clear of clears) clear()
    version = now
  }

  return function createCache<Key, Value>(limit: number): CatalogCache<Key, Value> {
    const known = new Map<Key, Value>()
    clears.push(() => known.clear())
    return {
      get(key) {
        checkVersion()
        return known.get(key)
      },
      keep(key, value) {
        known.set(key, value)
        keepNewest(known, limit)
        return value
      },
      forget(key) {
        if (key === undefined) known.clear()
        else known.delete(key)
      },
    }
  }
}
