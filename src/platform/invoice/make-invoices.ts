import { and, eq, lte, ne, or, isNull } from 'drizzle-orm'
import { statement } from '../../kernel/database/statement'
import { addDays } from '../../kernel/time/calendar-days'
import type { CompanyId } from '../../kernel/ids'
import { localDay } from '../../kernel/time/time-zone'
import type { CompanyWithPlan } from '../company/company-cache'
import { firstCompanyId } from '../company/company.queries'
import type { Platform } from '../platform'
import { companyTable, invoiceTable, planTable } from '../platform.tables'
import { daysUntil } from './subscription'

const daysAhead = 20

/** Near due dates. Cancels open ones of other dates and reissues those of another plan. Idempotent. */
export function makeInvoices(platform: Platform, only?: CompanyId) {
  const { db, sqlite } = platform.catalog
  const now = platform.clock.now()
  // A zone can be a day ahead of UTC.
  const horizon = addDays(localDay(now, 'UTC'), daysAhead + 1)
  const isCharged = and(ne(companyTable.id, firstCompanyId), isNull(companyTable.copyOf))
  const near = and(lte(companyTable.dueDate, horizon), isCharged)
  const rows = db
    .select()
    .from(companyTable)
    .innerJoin(planTable, eq(companyTable.planId, planTable.id))
    .where(only === undefined ? near : and(near, eq(companyTable.id, only)))
    .all()
  sqlite.transaction(() => {
    cancelOvertaken(platform, now)
    for (const row of rows) {
      if (daysUntil(row.company.dueDate, now, row.company.timeZone) <= daysAhead) makeInvoice(platform, row, now)
    }
  })()
}

export function makeInvoiceNow(platform: Platform, row: CompanyWithPlan) {
  const now = platform.clock.now()
  platform.catalog.sqlite.transaction(() => {
    cancelOvertaken(platform, now)
    makeInvoice(platform, row, now)
  })()
}

const { companyId, planId, dueDate, status } = invoiceTable

const cancelOthers = statement((db, of: { now: Date }) => {
  const isCompany = eq(companyTable.id, companyId)
  const current = db.select({ dueDate: companyTable.dueDate }).from(companyTable).where(isCompany)
  return db
    .update(invoiceTable)
    .set({ status: 'canceled', updatedAt: of.now })
    .where(and(eq(status, 'open'), ne(dueDate, current)))
})

const cancelOvertaken = ({ catalog }: Platform, now: Date) => cancelOthers.run(catalog, { now })

/** Paid invoices are not changed, nor open ones of the same plan when the plan's price has changed. */
function makeInvoice({ catalog }: Platform, { company, plan }: CompanyWithPlan, now: Date) {
  const { id, name: detail, users, connections, queues, amount: value } = plan
  const facts = { planId: id, detail, users, connections, queues, value, status: 'open' as const, updatedAt: now }
  catalog.db
    .insert(invoiceTable)
    .values({ ...facts, companyId: company.id, dueDate: company.dueDate, createdAt: now })
    .onConflictDoUpdate({
      target: [companyId, dueDate],
      set: facts,
      setWhere: or(eq(status, 'canceled'), and(eq(status, 'open'), ne(planId, id))),
    })
    .run()
}
