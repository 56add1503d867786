import { and, eq, ne } from 'drizzle-orm'
import type { CompanyId } from '../../kernel/ids'
import { localDay } from '../../kernel/time/time-zone'
import { startCompany } from '../company/company.commands'
import { publishCompany } from '../company/company.live'
import { renewedDueDate } from '../company/company.contract'
import { getCompany } from '../company/company.queries'
import { getInvoice } from './invoice.queries'
import { makeInvoices } from './make-invoices'
import { applyTerms, type ChargeTerms } from '../payment/charge/charge-terms'
import { audit, type Platform, type PlatformActor } from '../platform'
import { companyTable, invoiceTable } from '../platform.tables'
import { recordSubscription } from './subscription.live'

export function markInvoicePaid(platform: Platform, invoiceId: number, terms?: ChargeTerms) {
  const { db } = platform.catalog
  const now = platform.clock.now()
  const paid = db
    .update(invoiceTable)
    .set({ status: 'paid', paidAt: now, updatedAt: now })
    .where(and(eq(invoiceTable.id, invoiceId), ne(invoiceTable.status, 'paid')))
    .returning({ id: invoiceTable.id })
    .get()
  if (!paid) return undefined
  const invoice = getInvoice(platform, invoiceId)
  const { company } = getCompany(platform, invoice.companyId)
  if (terms) applyTerms(platform, invoice, terms)
  const today = localDay(now, company.timeZone)
  const from = company.dueDate > today ? company.dueDate : today
  const dueDate = renewedDueDate(from, terms?.recurrence ?? company.recurrence)
  db.update(companyTable).set({ dueDate, status: true, updatedAt: now }).where(eq(companyTable.id, company.id)).run()
  return { paidFrom: company.dueDate, paidUntil: dueDate }
}

/** The next invoice, the live event, and the start of a disabled company. */
export async function afterPayment(
  platform: Platform,
  actor: PlatformActor,
  paid: { invoiceId: number; companyId: CompanyId; wasEnabled: boolean; by: object },
) {
  const { invoiceId, companyId, wasEnabled, by } = paid
  platform.catalog.companies.forget()
  audit(platform, 'invoice.paid', { ...actor, companyId }, { by, invoiceId })
  makeInvoices(platform, companyId)
  recordSubscription(platform, companyId, 'subscription.paid')
  if (!wasEnabled) await startCompany(platform, companyId)
  publishCompany(platform, 'update', companyId)
}
