import { and, eq, inArray } from 'drizzle-orm'
import type { Platform } from '../../platform'
import { chargeTable } from '../../platform.tables'
import type { Charge } from './charge.queries'
import { enqueuePaymentJob } from '../enqueue-payment-job'

export function withdrawCharge(platform: Platform, charge: Charge) {
  endUnpaid(platform, charge.id)
  if (charge.provider !== 'static') enqueuePaymentJob(platform, charge, 'payment.verify')
}

export function settleStaticCharge(platform: Platform, charge: Charge) {
  const now = platform.clock.now()
  platform.catalog.db
    .update(chargeTable)
    .set({ status: 'paid', received: charge.amount, paidAt: now, updatedAt: now })
    .where(eq(chargeTable.id, charge.id))
    .run()
}

/** The charge is no longer shown to anybody. Whether it can still be paid is for the provider to say. */
export function endUnpaid({ catalog, clock }: Platform, id: number) {
  const unpaid = and(eq(chargeTable.id, id), inArray(chargeTable.status, ['creating', 'open']))
  catalog.db.update(chargeTable).set({ status: 'removed', updatedAt: clock.now() }).where(unpaid).run()
}
