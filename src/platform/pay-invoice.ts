import { and, eq, ne } from 'drizzle-orm'
import { localDay } from '../kernel/time-zone'
import { type Recurrence, renewedDueDate } from './company.contract'
import { switchCompany } from './company.commands'
import { getCompany } from './company.queries'
import type { InvoiceView } from './invoice.calls'
import { getInvoice, type Invoice, presentInvoice } from './invoice.queries'
import { makeInvoices } from './make-invoices'
import { audit, type Platform, type PlatformActor } from './platform'
import { companyTable, invoiceTable } from './platform.tables'
import { recordSubscription } from './subscription.live'

/**
 * Marks an invoice as paid, even a canceled one. The company is extended by one recurrence from the later of today and its due
 * date, and enabled. Idempotent.
 * @throws Refusal ERR_NO_INVOICE_FOUND
 */
export async function payInvoice(platform: Platform, actor: PlatformActor, id: number): Promise<InvoiceView> {
  const before = getInvoice(platform, id)
  const { company } = getCompany(platform, before.companyId)
  const paid = platform.catalog.sqlite.transaction(() => markPaid(platform, before, company))()
  if (paid) {
    platform.catalog.companies.forget()
    audit(platform, 'invoice.paid', { ...actor, companyId: company.id }, { by: actor, invoiceId: id })
    makeInvoices(platform, company.id)
    recordSubscription(platform, company.id, 'subscription.paid')
    if (!company.status) await switchCompany(platform, company.id, true)
  }
  return presentInvoice(getInvoice(platform, id), localDay(platform.clock.now(), company.timeZone))
}

/** Returns false when it was already paid. */
function markPaid({ catalog: { db }, clock }: Platform, invoice: Invoice, company: typeof companyTable.$inferSelect) {
  const now = clock.now()
  const { changes } = db
    .update(invoiceTable)
    .set({ status: 'paid', paidAt: now, updatedAt: now })
    .where(and(eq(invoiceTable.id, invoice.id), ne(invoiceTable.status, 'paid')))
    .run() as unknown as { changes: number }
  if (changes === 0) return false
  const today = localDay(now, company.timeZone)
  const from = company.dueDate > today ? company.dueDate : today
  const dueDate = renewedDueDate(from, company.recurrence as Recurrence)
  db.update(companyTable).set({ dueDate, status: true, updatedAt: now }).where(eq(companyTable.id, company.id)).run()
  return true
}
