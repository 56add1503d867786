import { and, eq, inArray, ne } from 'drizzle-orm'
import { getCompany } from '../../company/company.queries'
import { getInvoice } from '../../invoice/invoice.queries'
import { afterPayment, markInvoicePaid } from '../../invoice/mark-invoice-paid'
import { audit, type Platform } from '../../platform'
import { chargeTable } from '../../platform.tables'
import { type Charge, findCharge, findOpenCharge } from './charge.queries'
import type { ReceivedPayment } from '../provider/pix-provider'
import { withdrawCharge } from './withdraw-charge'

/** An unknown charge counts as settled. */
export const isSettled = (charge: Charge | undefined) =>
  charge === undefined || charge.status === 'paid' || charge.status === 'overpaid'

type Outcome = 'paid' | 'overpaid' | 'partial' | 'unclaimed' | 'nothing'

/**
 * Books a payment that the provider reports. A payment below the amount, or a second one, pays nothing and is
 * recorded, as is one of a deleted company. A removed or expired charge counts as well while its invoice is unpaid. Idempotent.
 */
export async function settleCharge(platform: Platform, chargeId: number, payments: readonly ReceivedPayment[]) {
  if (payments.length === 0) return
  const before = findCharge(platform, chargeId)
  if (!before) return
  const { companyId, invoiceId } = before
  const wasEnabled = before.companyName === '' && getCompany(platform, companyId).company.status
  const outcome = platform.catalog.sqlite.transaction(() => book(platform, chargeId, payments))()
  if (outcome === 'nothing') return
  const facts = {
    chargeId,
    invoiceId,
    payments: payments.map(({ id, amount, currency }) => ({ id, amount, currency })),
  }
  audit(platform, `charge.${outcome}`, { companyId }, facts)
  if (outcome === 'paid') await afterPayment(platform, {}, { invoiceId, companyId, wasEnabled, by: { chargeId } })
}

/** Runs in a transaction of the catalog. */
function book(platform: Platform, chargeId: number, payments: readonly ReceivedPayment[]): Outcome {
  const charge = findCharge(platform, chargeId)
  if (!charge) return 'nothing'
  const own = payments.filter(({ id, currency }) => currency === 'BRL' && !isBookedOnOtherCharge(platform, charge, id))
  const received = own.reduce((sum, { amount }) => sum + amount, 0)
  const { db } = platform.catalog
  const now = platform.clock.now()
  const [first] = own
  if (charge.companyName !== '') {
    if (received <= charge.received) return 'nothing'
    noteReceived(platform, charge, received)
    return 'unclaimed'
  }
  if (isSettled(charge)) {
    if (received <= charge.received) return 'nothing'
    noteReceived(platform, charge, received)
    return 'overpaid'
  }
  if (!first || received < charge.amount) {
    if (received === charge.received) return 'nothing'
    noteReceived(platform, charge, received)
    return 'partial'
  }
  const isFirst = getInvoice(platform, charge.invoiceId).status !== 'paid'
  db.update(chargeTable)
    .set({ status: isFirst ? 'paid' : 'overpaid', received, endToEndId: first.id, paidAt: now, updatedAt: now })
    .where(eq(chargeTable.id, charge.id))
    .run()
  if (!isFirst) return 'overpaid'
  markInvoicePaid(platform, charge.invoiceId, charge)
  const other = findOpenCharge(platform, charge.invoiceId)
  if (other) withdrawCharge(platform, other)
  return 'paid'
}

/** The host has to review it, even if an earlier payment was reviewed. */
function noteReceived({ catalog, clock }: Platform, { id }: Charge, received: number) {
  const changed = { received, reviewedAt: null, updatedAt: clock.now() }
  catalog.db.update(chargeTable).set(changed).where(eq(chargeTable.id, id)).run()
}

/** A payment settles at most one charge. */
function isBookedOnOtherCharge({ catalog }: Platform, charge: Charge, paymentId: string) {
  const otherCharges = and(
    eq(chargeTable.endToEndId, paymentId),
    ne(chargeTable.id, charge.id),
    inArray(chargeTable.status, ['paid', 'overpaid']),
  )
  return catalog.db.select({ id: chargeTable.id }).from(chargeTable).where(otherCharges).get() !== undefined
}
