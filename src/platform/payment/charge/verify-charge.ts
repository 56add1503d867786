import { createTurns } from '../../../kernel/company/batches'
import { hourMs } from '../../../kernel/time/durations.contract'
import { and, gt, inArray, lte, ne } from 'drizzle-orm'
import type { Platform } from '../../platform'
import { chargeTable } from '../../platform.tables'
import { type Charge, findCharge } from './charge.queries'
import { enqueuePaymentJob } from '../enqueue-payment-job'
import { settleCharge } from './settle-charge'
import { setChargeStatus } from './withdraw-charge'

/** A charge is verified periodically for this long after its creation. */
const watchedMs = 24 * hourMs
/** A payment made in the last second of a charge may arrive later. */
const graceMs = 600_000

/** Asks the provider what was paid, of a paid charge too: it may have been paid again. */
export async function verifyCharge(platform: Platform, chargeId: number, signal: AbortSignal) {
  const charge = findCharge(platform, chargeId)
  if (!charge) return
  const payments = await platform.payments.get(charge.provider)?.findPayments(charge, signal)
  signal.throwIfAborted()
  await settleCharge(platform, chargeId, payments ?? [])
  const after = findCharge(platform, chargeId)
  const endedAtMs = (charge.expiresAt?.getTime() ?? Infinity) + graceMs
  if (charge.status !== 'paid' && after?.status === 'paid') verifyAtEnd(platform, after, endedAtMs)
  const isOpen = after?.status === 'open' || after?.status === 'creating'
  if (isOpen && endedAtMs < platform.clock.now().getTime()) setChargeStatus(platform, chargeId, 'expired')
}

/** The charge is no longer verified after that, so a second payment could otherwise remain unnoticed. */
function verifyAtEnd(platform: Platform, charge: Charge, endedAtMs: number) {
  if (endedAtMs !== Infinity) enqueuePaymentJob(platform, charge, 'payment.verify', new Date(endedAtMs))
}

/**
 * Removes a charge at its provider unless it turns out to be paid.
 * @throws ProviderError
 */
export async function removeWithdrawnCharge(platform: Platform, chargeId: number, signal: AbortSignal) {
  await verifyCharge(platform, chargeId, signal)
  const charge = findCharge(platform, chargeId)
  if (charge?.status !== 'removed') return
  await platform.payments.get(charge.provider)?.remove(charge, signal)
}

/** Verifies all charges of the last day that may be paid, because a provider's report can get lost. */
export async function verifyOpenCharges(platform: Platform) {
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
  const turns = createTurns()
  for (const charge of watched) {
    enqueuePaymentJob(platform, charge, 'payment.verify')
    // Opens the company's file.
    await turns()
  }
}
