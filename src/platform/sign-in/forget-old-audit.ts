import { and, eq, lt } from 'drizzle-orm'
import { inBatches } from '../../kernel/company/batches'
import { statement } from '../../kernel/database/statement'
import { addMs } from '../../kernel/time/clock'
import { dayMs } from '../../kernel/time/durations.contract'
import type { CompanyId } from '../../kernel/ids'
import { listErased } from '../company/erase/erasure-report'
import type { Platform } from '../platform'
import { auditTable } from '../platform.tables'

const auditRetentionDays = 365
/** Marco Civil, article 15: who lets people in keeps for half a year when and from which address they came. */
export const accessRecordDays = 183

const { id, at, type, companyId } = auditTable

const old = statement((db, of: { before: Date }) =>
  db.select({ id }).from(auditTable).where(lt(at, of.before)).orderBy(at).limit(500),
)
const oldOf = statement((db, of: { companyId: CompanyId; before: Date }) =>
  db
    .select({ id })
    .from(auditTable)
    .where(and(eq(companyId, of.companyId), lt(at, of.before), eq(type, 'sign-in')))
    .limit(500),
)
const drop = statement((db, of: { id: number }) => db.delete(auditTable).where(eq(id, of.id)))

export async function forgetOldAudit(platform: Platform): Promise<number> {
  const { catalog, clock } = platform
  const before = addMs(clock.now(), -auditRetentionDays * dayMs)
  const erasedBefore = addMs(clock.now(), -accessRecordDays * dayMs)
  let forgotten = await dropAll(platform, () => old.all(catalog, { before }))
  // Nothing else keeps the sign-ins of erased companies.
  for (const erased of listErased(platform)) {
    forgotten += await dropAll(platform, () => oldOf.all(catalog, { companyId: erased, before: erasedBefore }))
  }
  return forgotten
}

function dropAll({ catalog }: Platform, next: () => { id: number }[]): Promise<number> {
  const transaction = <Result>(run: () => Result): Result => catalog.sqlite.transaction(run)()
  return inBatches({ transaction }, { next, work: ({ id }) => void drop.run(catalog, { id }) })
}
