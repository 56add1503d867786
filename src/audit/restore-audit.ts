import { storeAudit } from '../kernel/audit/audit'
import { auditEntryTable } from '../kernel/audit/audit.tables'
import type { RestoredCompany } from '../kernel/company/restored-company'
import { addRows } from '../kernel/database/take-rows'

/** What was audited since the restored state stays. Otherwise a restore would hide it. */
export async function restoreAudit({ restored, present }: RestoredCompany, stateOf: Date | null) {
  if (present) await addRows(restored.company.sqlite, present.company.sqlite, auditEntryTable)
  const changes = stateOf ? [{ field: 'stateOf', to: stateOf.toISOString() }] : []
  storeAudit(restored, { object: 'company', action: 'restored', changes })
}
