import type { RestoredCompany } from '../kernel/company/restored-company'
import { takeRows } from '../kernel/database/take-rows'
import { erasedNumberKeyTable, erasedNumberTable } from './erased-number'
import { suppressionTable } from './suppression.record'

/** Nobody who opted out since is written to again. */
export async function restoreSuppressions({ restored, present }: RestoredCompany) {
  if (!present) return
  for (const table of [suppressionTable, erasedNumberTable, erasedNumberKeyTable]) {
    await takeRows(restored.company.sqlite, present.company.sqlite, table)
  }
}
