import { eq, lt } from 'drizzle-orm'
import { inBatches } from '../../kernel/company/batches'
import { statement } from '../../kernel/database/statement'
import { addMs } from '../../kernel/time/clock'
import { dayMs } from '../../kernel/time/durations.contract'
import type { Platform } from '../platform'
import { auditTable } from '../platform.tables'

/** Marco Civil requires half a year of sign-ins. */
const auditRetentionDays = 365

const { id, at } = auditTable

const old = statement((db, of: { before: Date }) =>
  db.select({ id }).from(auditTable).where(lt(at, of.before)).orderBy(at).limit(500),
)
const drop = statement((db, of: { id: number }) => db.delete(auditTable).where(eq(id, of.id)))

export async function forgetOldAudit({ catalog, clock }: Platform): Promise<number> {
  const before = addMs(clock.now(), -auditRetentionDays * dayMs)
  const transaction = <Result>(run: () => Result): Result => catalog.sqlite.transaction(run)()
  return inBatches(
    { transaction },
    { next: () => old.all(catalog, { before }), work: ({ id }) => void drop.run(catalog, { id }) },
  )
}
