import { and, count, eq, gte, like, not, type SQL } from 'drizzle-orm'
import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { listColumnsLike } from '../../../kernel/database/listed-columns'
import type { CompanyId } from '../../../kernel/ids'
import { addMs } from '../../../kernel/time/clock'
import { dayMs } from '../../../kernel/time/durations.contract'
import type { Platform } from '../../platform'
import { auditTable, chargeTable } from '../../platform.tables'
import { accessRecordDays } from '../../sign-in/forget-old-audit'
import type { ErasureReport } from './erasure-report'

interface OwnedRows {
  table: string
  count(): number
  remove(): void
}

/** Every table with a column `company_id` has rows of companies; a new one needs no entry. */
export function listOwnedRows(platform: Platform, id: CompanyId): OwnedRows[] {
  const { db, sqlite } = platform.catalog
  const names = listColumnsLike(sqlite, 'company\\_id').map(({ table }) => table)
  return names
    .filter((name) => name !== 'charge')
    .map((name) => {
      const table = sqliteTable(name, { companyId: integer('company_id').notNull() })
      const own = eq(table.companyId, id)
      const isOwn = name === 'audit' ? and(own, ...keptEntries(platform).map(not)) : own
      return {
        table: name,
        count: () => db.select({ n: count() }).from(table).where(isOwn).get()?.n ?? 0,
        remove: () => void db.delete(table).where(isOwn).run(),
      }
    })
}

/** What outlives the company, without its people. */
export function listKept(platform: Platform, id: CompanyId): ErasureReport['kept'] {
  const { db } = platform.catalog
  const ofCompany = eq(auditTable.companyId, id)
  const countEntries = (entries: SQL) =>
    db.select({ n: count() }).from(auditTable).where(and(ofCompany, entries)).get()?.n ?? 0
  const charges = db.select({ n: count() }).from(chargeTable).where(eq(chargeTable.companyId, id)).get()?.n ?? 0
  const [accesses = 0, payments = 0] = keptEntries(platform).map(countEntries)
  return [
    { table: 'charge', rows: charges, why: 'The host’s accounts, without payer; money may arrive later' },
    { table: 'audit', rows: payments, why: 'What happened with these payments' },
    { table: 'audit', rows: accesses, why: 'When and from where people signed in, for half a year (Marco Civil)' },
  ]
}

function keptEntries({ clock }: Platform): SQL[] {
  const { type, at } = auditTable
  const isRecent = gte(at, addMs(clock.now(), -accessRecordDays * dayMs))
  return [and(eq(type, 'sign-in'), isRecent) as SQL, like(type, 'charge.%')]
}

/** Without its payer. */
export function releaseCharges({ catalog }: Platform, id: CompanyId, companyName: string) {
  const kept = { companyName, payerName: '', payerDocument: '' }
  catalog.db.update(chargeTable).set(kept).where(eq(chargeTable.companyId, id)).run()
}
