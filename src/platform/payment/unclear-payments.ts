import { and, desc, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import { audit, type Platform, type PlatformActor } from '../platform'
import { chargeTable, companyTable } from '../platform.tables'
import type { Charge } from './charge/charge.queries'
import type { UnclearPayment } from './payment.calls'

const unclear = and(
  isNull(chargeTable.reviewedAt),
  or(
    eq(chargeTable.status, 'overpaid'),
    and(eq(chargeTable.status, 'paid'), gt(chargeTable.received, chargeTable.amount)),
    and(gt(chargeTable.received, 0), inArray(chargeTable.status, ['open', 'expired', 'removed'])),
  ),
)
const rowsMax = 200

/** Payments that the host must return or credit manually, newest first. */
export function listUnclearPayments({ catalog }: Platform): UnclearPayment[] {
  return catalog.db
    .select({ charge: chargeTable, name: companyTable.name })
    .from(chargeTable)
    .leftJoin(companyTable, eq(chargeTable.companyId, companyTable.id))
    .where(unclear)
    .orderBy(desc(chargeTable.updatedAt), desc(chargeTable.id))
    .limit(rowsMax)
    .all()
    .map(({ charge, name }) => ({
      id: charge.id,
      kind: kindOf(charge),
      invoiceId: charge.invoiceId,
      company: { id: charge.companyId, name: name ?? charge.companyName },
      provider: charge.provider,
      txid: charge.txid,
      value: charge.amount / 100,
      received: unclearCents(charge) / 100,
      at: (charge.status === 'paid' ? charge.updatedAt : (charge.paidAt ?? charge.updatedAt)).toISOString(),
    }))
}

function kindOf({ companyName, status }: Charge) {
  if (companyName !== '') return 'unclaimed'
  return status === 'overpaid' || status === 'paid' ? 'overpaid' : 'partial'
}

/** What needs a decision: for a paid charge the amount received beyond its value, else all that was received. */
const unclearCents = ({ status, received, amount }: Charge) => (status === 'paid' ? received - amount : received)

/** Marks the payment as handled. Idempotent. */
export function noteReviewed(platform: Platform, actor: PlatformActor, id: number) {
  const { catalog, clock } = platform
  const reviewed = catalog.db
    .update(chargeTable)
    .set({ reviewedAt: clock.now() })
    .where(and(eq(chargeTable.id, id), unclear))
    .returning({ id: chargeTable.id })
    .get()
  if (reviewed) audit(platform, 'charge.reviewed', actor, { chargeId: id })
  return { ok: true } as const
}
