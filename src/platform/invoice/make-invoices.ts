import { and, eq, lte, ne } from 'drizzle-orm'
import { addDays } from '../../kernel/time/calendar-days'
import type { CompanyId } from '../../kernel/ids'
import { localDay } from '../../kernel/time/time-zone'
import type { CompanyWithPlan } from '../company/company-cache'
import { firstCompanyId } from '../company/first-company'
import type { Platform } from '../platform'
import { companyTable, planTable } from '../platform.tables'
import { daysUntil } from './subscription'

/** Days before the due date when the invoice is created. */
const daysAhead = 20

/**
 * Creates the invoice for the due date of every company near it, except the host's own. Cancels open invoices for other due
 * dates, which the host has changed, and reissues those of another plan. Idempotent.
 */
export function makeInvoices(platform: Platform, only?: CompanyId) {
  const { db, sqlite } = platform.catalog
  const now = platform.clock.now()
  // A zone can be a day ahead of UTC; the company's own calendar decides below.
  const horizon = addDays(localDay(now, 'UTC'), daysAhead + 1)
  const near = and(lte(companyTable.dueDate, horizon), ne(companyTable.id, firstCompanyId))
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

/** Creates the invoice for the company's due date, however far that is. Not for the host's own company. */
export function makeInvoiceNow(platform: Platform, row: CompanyWithPlan) {
  const now = platform.clock.now()
  platform.catalog.sqlite.transaction(() => {
    cancelOvertaken(platform, now)
    makeInvoice(platform, row, now)
  })()
}

function cancelOvertaken({ catalog }: Platform, now: Date) {
  catalog.sqlite.run(
    `UPDATE invoice SET status = 'canceled', updated_at = ? WHERE status = 'open'
       AND due_date <> (SELECT company.due_date FROM company WHERE company.id = invoice.company_id)`,
    [now.getTime()],
  )
}

/** Paid invoices are not changed, nor open ones of the same plan when the plan's price has changed. */
function makeInvoice({ catalog }: Platform, { company, plan }: CompanyWithPlan, now: Date) {
  catalog.sqlite.run(
    `INSERT INTO invoice
       (company_id, due_date, plan_id, detail, users, connections, queues, value, status, created_at, updated_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 'open', ?9, ?9)
     ON CONFLICT (company_id, due_date) DO UPDATE SET
       plan_id = ?3, detail = ?4, users = ?5, connections = ?6, queues = ?7, value = ?8, status = 'open', updated_at = ?9
     WHERE status = 'canceled' OR (status = 'open' AND plan_id <> ?3)`,
    [
      company.id,
      company.dueDate,
      plan.id,
      plan.name,
      plan.users,
      plan.connections,
      plan.queues,
      plan.amount,
      now.getTime(),
    ],
  )
}
