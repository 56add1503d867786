import { and, eq, isNull, lt, ne, sql } from 'drizzle-orm'
import { refuse } from '../../kernel/errors'
import { earlierDueDate } from '../company/company.contract'
import { publishCompany } from '../company/company.live'
import { getCompany } from '../company/company.queries'
import { getInvoice } from '../invoice/invoice.queries'
import { makeInvoices } from '../invoice/make-invoices'
import { recordSubscription } from '../invoice/subscription.live'
import { audit, type Platform, type PlatformActor } from '../platform'
import { chargeTable, companyTable, invoiceTable } from '../platform.tables'
import type { Charge } from './charge/charge.queries'
import { isUnclear } from './unclear-payments'

/** Of returned money: the due date moves back, the invoice is open again. @throws Refusal ERR_PAYMENT_DECIDED */
export function takeBackPeriod(platform: Platform, actor: PlatformActor, chargeId: number) {
  const { sqlite, companies } = platform.catalog
  const charge = sqlite.transaction(() => {
    const taken = markTakenBack(platform, chargeId) ?? refuse('ERR_PAYMENT_DECIDED')
    moveBack(platform, taken)
    return taken
  })()
  companies.forget()
  const { companyId, invoiceId } = charge
  audit(platform, 'charge.takenBack', { ...actor, companyId }, { by: actor, chargeId, invoiceId })
  makeInvoices(platform, companyId)
  recordSubscription(platform, companyId, 'subscription.changed')
  publishCompany(platform, 'update', companyId)
  return { ok: true } as const
}

function markTakenBack({ catalog, clock }: Platform, id: number): Charge | undefined {
  const now = clock.now()
  const left = sql`${chargeTable.received} - ${chargeTable.returned}`
  return catalog.db
    .update(chargeTable)
    .set({ takenBackAt: now, reviewedAt: now })
    .where(
      and(
        isUnclear(id),
        eq(chargeTable.status, 'paid'),
        eq(chargeTable.companyName, ''),
        isNull(chargeTable.takenBackAt),
        lt(left, chargeTable.amount),
      ),
    )
    .returning()
    .get()
}

/** Where the company has been renewed since, what it paid then covers the earlier period. */
function moveBack(platform: Platform, { companyId, invoiceId, paidFrom, paidUntil, recurrence }: Charge) {
  const { db } = platform.catalog
  const { dueDate: present } = getCompany(platform, companyId).company
  const dueDate = paidFrom && present === paidUntil ? paidFrom : earlierDueDate(present, recurrence)
  const now = platform.clock.now()
  db.update(companyTable).set({ dueDate, updatedAt: now }).where(eq(companyTable.id, companyId)).run()
  const invoice = getInvoice(platform, invoiceId)
  const setDueDate = (id: number, day: string) =>
    db.update(invoiceTable).set({ dueDate: day }).where(eq(invoiceTable.id, id)).run()
  const atNewDate = and(eq(invoiceTable.companyId, companyId), eq(invoiceTable.dueDate, dueDate))
  const other = db
    .select()
    .from(invoiceTable)
    .where(and(atNewDate, ne(invoiceTable.id, invoiceId)))
    .get()
  // A company has one invoice a due date.
  if (other) setDueDate(invoiceId, '')
  if (other) setDueDate(other.id, invoice.dueDate)
  db.update(invoiceTable)
    .set({ status: 'open', paidAt: null, dueDate, updatedAt: now })
    .where(eq(invoiceTable.id, invoiceId))
    .run()
}
