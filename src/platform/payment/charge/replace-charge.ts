import { refuse } from '../../../kernel/errors'
import type { Platform } from '../../platform'
import { type Charge, findCharge } from './charge.queries'
import { isSettled, settleCharge } from './settle-charge'
import { setChargeStatus } from './withdraw-charge'

const timeoutMs = 25_000

/**
 * Removes the current charge at its provider, if any, and creates the next. Creates nothing while the removal is
 * uncertain, because two codes of one invoice could then be paid.
 * @throws Refusal ERR_INVOICE_PAID when the current charge turns out to be paid, ERR_PAYMENT_UNAVAILABLE
 */
export async function replaceCharge(platform: Platform, present: Charge | undefined, makeNext: () => Charge) {
  if (present) await removeCharge(platform, present)
  return makeNext()
}

async function removeCharge(platform: Platform, charge: Charge) {
  const provider = platform.payments.get(charge.provider)
  // Without the provider's settings the charge cannot be removed; a payment that still arrives is recorded as unclear.
  if (provider) {
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      await settleCharge(platform, charge.id, await provider.findPayments(charge, signal))
      if (!isSettled(findCharge(platform, charge.id))) await provider.remove(charge, signal)
    } catch (error) {
      platform.log.error('A charge could not be removed', { company: charge.companyId, charge: charge.id, error })
      refuse('ERR_PAYMENT_UNAVAILABLE', { retryAfterSeconds: 10 })
    }
  }
  if (isSettled(findCharge(platform, charge.id))) refuse('ERR_INVOICE_PAID')
  setChargeStatus(platform, charge.id, 'removed')
}
