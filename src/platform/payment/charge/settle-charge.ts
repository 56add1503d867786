import { and, eq, inArray, ne } from 'drizzle-orm'
import { getCompany } from '../../company/company.queries'
import { getInvoice } from '../../invoice/invoice.queries'
import { afterPayment, markInvoicePaid } from '../../invoice/mark-invoice-paid'
import { audit, type Platform } from '../../platform'
import { chargeTable } from '../../platform.tables'
import { type Charge, findCharge, findOpenCharge } from './charge.queries'
import type { ReceivedPayment } from '../provider/pix-provider'
import { keysOf } from '../../../kernel/typed-object.contract'
import { withdrawCharge } from './withdraw-charge'

/** An unknown charge counts as settled. */
export const isSettled = (charge: Charge | undefined) =>
  charge === undefined || charge.status === 'paid' || charge.status === 'overpaid'

type Outcome = 'paid' | 'overpaid' | 'partial' | 'returned' | 'restored' | 'otherCurrency' | 'unclaimed' | 'nothing'

/**
 * Books what the provider states of a charge. A payment below the amount, a second one, one in another currency or of a
 * deleted company pays nothing and is recorded. A removed charge counts while its invoice is unpaid. Idempotent.
 */
export async function settleCharge(platform: Platform, chargeId: number, payments: readonly ReceivedPayment[]) {
  const before = findCharge(platform, chargeId)
  if (!before) return
  const { companyId, invoiceId } = before
  const wasEnabled = before.companyName === '' && getCompany(platform, companyId).company.status
  const outcome = platform.catalog.sqlite.transaction(() => book(platform, chargeId, payments))()
  if (outcome === 'nothing') return
  const facts = {
    chargeId,
    invoiceId,
    payments: payments.map(({ id, amount, currency, returned }) => ({ id, amount, currency, returned })),
  }
  audit(platform, `charge.${outcome}`, { companyId }, facts)
  if (outcome === 'paid') await afterPayment(platform, {}, { invoiceId, companyId, wasEnabled, by: { chargeId } })
}

function book(platform: Platform, chargeId: number, payments: readonly ReceivedPayment[]): Outcome {
  const charge = findCharge(platform, chargeId)
  if (!charge) return 'nothing'
  const own = payments.filter(({ id }) => !isBookedOnOtherCharge(platform, charge, id))
  const stated = statedOf(charge, own)
  if (keysOf(stated).every((name) => stated[name] === charge[name])) return 'nothing'
  // The host has to review it again.
  change(platform, charge, { ...stated, reviewedAt: null })
  const first = own.find(isInReais)
  const isPaid = first !== undefined && stated.received - stated.returned >= charge.amount
  if (!isPaid || isSettled(charge) || charge.companyName !== '') return outcomeOf(charge, stated)
  const paid = { endToEndId: first.id, paidAt: platform.clock.now() }
  if (getInvoice(platform, charge.invoiceId).status === 'paid') {
    change(platform, charge, { ...paid, status: 'overpaid' })
    return 'overpaid'
  }
  const period = markInvoicePaid(platform, charge.invoiceId, charge)
  change(platform, charge, { ...paid, ...period, status: 'paid' })
  const other = findOpenCharge(platform, charge.invoiceId)
  if (other) withdrawCharge(platform, other)
  return 'paid'
}

const isInReais = ({ currency }: ReceivedPayment) => currency === 'BRL'

/** What the charge has received in all. Without a payment that it had before, the receipt was undone. */
function statedOf(charge: Charge, payments: readonly ReceivedPayment[]) {
  const reais = payments.filter(isInReais)
  const other = payments.find((payment) => !isInReais(payment))
  const { received } = charge
  const money =
    reais.length === 0 && received > 0
      ? { received, returned: received, returnedBy: 'undone' as const }
      : {
          received: reais.reduce((sum, { amount }) => sum + amount, 0),
          returned: reais.reduce((sum, { returned }) => sum + returned, 0),
          returnedBy: reais.find(({ returned }) => returned > 0)?.returnedBy ?? null,
        }
  return { ...money, otherAmount: other?.amount ?? 0, otherCurrency: other?.currency ?? '' }
}

function outcomeOf(charge: Charge, stated: ReturnType<typeof statedOf>): Outcome {
  if (stated.returned > charge.returned) return 'returned'
  if (stated.returned < charge.returned) return 'restored'
  if (stated.otherAmount > 0) return 'otherCurrency'
  if (charge.companyName !== '') return 'unclaimed'
  return isSettled(charge) ? 'overpaid' : 'partial'
}

function change({ catalog, clock }: Platform, { id }: Charge, changed: Partial<Charge>) {
  const { db } = catalog
  db.update(chargeTable)
    .set({ ...changed, updatedAt: clock.now() })
    .where(eq(chargeTable.id, id))
    .run()
}

/** A payment settles one charge at most. */
function isBookedOnOtherCharge({ catalog }: Platform, charge: Charge, paymentId: string) {
  const otherCharges = and(
    eq(chargeTable.endToEndId, paymentId),
    ne(chargeTable.id, charge.id),
    inArray(chargeTable.status, ['paid', 'overpaid']),
  )
  return catalog.db.select({ id: chargeTable.id }).from(chargeTable).where(otherCharges).get() !== undefined
}
