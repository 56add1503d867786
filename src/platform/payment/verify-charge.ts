import { and, gt, inArray, lte, ne } from 'drizzle-orm'
import type { Platform } from '../platform'
import { chargeTable } from '../platform.tables'
import { findCharge } from './charge.queries'
import { enqueuePaymentJob } from './enqueue-payment-job'
import { isSettled, settleCharge } from './settle-charge'
import { setChargeStatus } from './withdraw-charge'

/** How long after its creation a charge is asked about without being reported. */
const watchedMs = 24 * 3_600_000
/** A payment made in the last second of a charge may arrive a little later. */
const graceMs = 600_000

/** Asks the provider whether a charge is paid, and books what has arrived. @throws ProviderError */
export async function verifyCharge(platform: Platform, chargeId: number, signal: AbortSignal) {
  const charge = findCharge(platform, chargeId)
  if (!charge || isSettled(charge)) return
  const payments = await platform.payments.get(charge.provider)?.findPayments(charge, signal)
  signal.throwIfAborted()
  await settleCharge(platform, chargeId, payments ?? [])
  const after = findCharge(platform, chargeId)
  const endedAtMs = (charge.expiresAt?.getTime() ?? Infinity) + graceMs
  const isOpen = after?.status === 'open' || after?.status === 'creating'
  if (isOpen && endedAtMs < platform.clock.now().getTime()) setChargeStatus(platform, chargeId, 'expired')
}

/** Removes a charge at its provider, unless it has been paid after all. @throws ProviderError */
export async function removeWithdrawnCharge(platform: Platform, chargeId: number, signal: AbortSignal) {
  await verifyCharge(platform, chargeId, signal)
  const charge = findCharge(platform, chargeId)
  if (charge?.status !== 'removed') return
  await platform.payments.get(charge.provider)?.remove(charge, signal)
}

/** Has every charge of the last day that may have been paid asked about: a provider's report can get lost. */
export function verifyOpenCharges(platform: Platform) {
  const { db } = platform.catalog
  const since = new Date(platform.clock.now().getTime() - watchedMs)
  const open = and(inArray(chargeTable.status, ['creating', 'open']), ne(chargeTable.provider, 'static'))
  db.update(chargeTable)
    .set({ status: 'expired' })
    .where(and(open, lte(chargeTable.createdAt, since)))
    .run()
  const watched = db
    .select({ id: chargeTable.id, companyId: chargeTable.companyId })
    .from(chargeTable)
    .where(and(open, gt(chargeTable.createdAt, since)))
    .all()
  for (const charge of watched) enqueuePaymentJob(platform, charge, 'payment.verify')
}
