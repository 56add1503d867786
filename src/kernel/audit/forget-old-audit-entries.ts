import { eq, lt } from 'drizzle-orm'
import { auditEntryTable } from './audit.tables'
import { inBatches } from '../company/batches'
import { createContext } from '../company/company-context'
import type { CompanyHandle } from '../company/company-files'
import { addMs } from '../time/clock'
import { dayMs } from '../time/durations.contract'

export const auditRetentionDays = 730
const batchSize = 500

export function forgetOldAuditEntries(company: CompanyHandle, now: Date) {
  const before = addMs(now, -auditRetentionDays * dayMs)
  const { id, at } = auditEntryTable
  const ctx = createContext(company)
  return inBatches(ctx, {
    next: () => ctx.db.select({ id }).from(auditEntryTable).where(lt(at, before)).orderBy(at).limit(batchSize).all(),
    work: (row: { id: number }) => void ctx.db.delete(auditEntryTable).where(eq(id, row.id)).run(),
  })
}
