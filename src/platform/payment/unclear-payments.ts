import { and, desc, eq, gt, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import { audit, type Platform, type PlatformActor } from '../platform'
import { chargeTable, companyTable } from '../platform.tables'
import type { Charge } from './charge/charge.queries'
import type { UnclearPayment } from './payment.calls'

const unclear = and(
  isNull(chargeTable.reviewedAt),
  or(
    isNotNull(chargeTable.returnedBy),
    gt(chargeTable.otherAmount, 0),
    eq(chargeTable.status, 'overpaid'),
    and(
      eq(chargeTable.status, 'paid'),
      or(gt(chargeTable.received, chargeTable.amount), isNotNull(chargeTable.takenBackAt)),
    ),
    and(gt(chargeTable.received, 0), inArray(chargeTable.status, ['open', 'expired', 'removed'])),
  ),
)
const rowsMax = 200

export const isUnclear = (id: number) => and(eq(chargeTable.id, id), unclear)

export function listUnclearPayments({ catalog }: Platform): UnclearPayment[] {
  return catalog.db
    .select({ charge: chargeTable, name: companyTable.name })
    .from(chargeTable)
    .leftJoin(companyTable, eq(chargeTable.companyId, companyTable.id))
    .where(unclear)
    .orderBy(desc(chargeTable.updatedAt), desc(chargeTable.id))
    .limit(rowsMax)
    .all()
    .map(({ charge, name }) => presentUnclear(charge, name))
}

function presentUnclear(charge: Charge, name: string | null): UnclearPayment {
  const { id, invoiceId, companyId, companyName, provider, txid, amount, returned, otherAmount, otherCurrency } = charge
  const kind = kindOf(charge)
  const isSettledNow = kind === 'partial' || charge.status === 'overpaid'
  return {
    id,
    kind,
    invoiceId,
    company: { id: companyId, name: name ?? companyName },
    provider,
    txid,
    value: amount / 100,
    received: (kind === 'otherCurrency' ? otherAmount : unclearCents(charge)) / 100,
    currency: kind === 'otherCurrency' ? otherCurrency : 'BRL',
    returned: returned / 100,
    got: gotOf(charge, name !== null),
    at: (isSettledNow ? (charge.paidAt ?? charge.updatedAt) : charge.updatedAt).toISOString(),
  }
}

const kindsOfReturns = { refund: 'refunded', chargeback: 'chargedBack', undone: 'undone' } as const

function kindOf({ returnedBy, otherAmount, companyName, takenBackAt, status }: Charge): UnclearPayment['kind'] {
  if (returnedBy) return kindsOfReturns[returnedBy]
  if (otherAmount > 0) return 'otherCurrency'
  if (companyName !== '') return 'unclaimed'
  if (takenBackAt) return 'takenBack'
  return status === 'overpaid' || status === 'paid' ? 'overpaid' : 'partial'
}

/** What needs a decision: what was received, or beyond the value if that paid for something. */
function unclearCents({ status, received, amount, returnedBy, takenBackAt }: Charge) {
  return status === 'paid' && !returnedBy && !takenBackAt ? received - amount : received
}

function gotOf(charge: Charge, hasCompany: boolean): UnclearPayment['got'] {
  if (charge.status !== 'paid' || charge.takenBackAt) return null
  const { detail, paidUntil, received, returned, amount } = charge
  return { detail, until: paidUntil, canTakeBack: hasCompany && received - returned < amount }
}

export function noteReviewed(platform: Platform, actor: PlatformActor, id: number) {
  const { catalog, clock } = platform
  const reviewed = catalog.db
    .update(chargeTable)
    .set({ reviewedAt: clock.now() })
    .where(isUnclear(id))
    .returning({ id: chargeTable.id })
    .get()
  if (reviewed) audit(platform, 'charge.reviewed', actor, { chargeId: id })
  return { ok: true } as const
}
