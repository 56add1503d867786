import { eq } from 'drizzle-orm'
import type { Platform } from '../../platform'
import { chargeTable } from '../../platform.tables'
import type { Charge } from './charge.queries'
import { enqueuePaymentJob } from '../enqueue-payment-job'

/** Marks a charge as removed and queues its removal at the provider. */
export function withdrawCharge(platform: Platform, charge: Charge) {
  setChargeStatus(platform, charge.id, 'removed')
  if (charge.provider !== 'static') enqueuePaymentJob(platform, charge, 'payment.remove')
}

/** Settles the static code whose payment the super user confirmed. */
export function settleStaticCharge(platform: Platform, charge: Charge) {
  const now = platform.clock.now()
  platform.catalog.db
    .update(chargeTable)
    .set({ status: 'paid', received: charge.amount, paidAt: now, updatedAt: now })
    .where(eq(chargeTable.id, charge.id))
    .run()
}

export function setChargeStatus({ catalog, clock }: Platform, id: number, status: Charge['status']) {
  catalog.db.update(chargeTable).set({ status, updatedAt: clock.now() }).where(eq(chargeTable.id, id)).run()
}
