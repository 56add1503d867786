import { randomToken } from '../../kernel/ids'
import type { Platform } from '../platform'
import type { PaymentSettingsView } from './payment.calls'
import { getPaymentSettings, settingsProblem } from './payment-settings'
import { ProviderError } from './provider/pix-provider'

const timeoutMs = 10_000

/** Asks the provider about a charge that does not exist, which needs everything that a checkout needs. */
export async function findPaymentProblem(platform: Platform): Promise<PaymentSettingsView['problem']> {
  const problem = settingsProblem(getPaymentSettings(platform), platform.clock.now())
  const provider = platform.payments.current()
  if (problem || !provider) return problem
  try {
    const charge = { txid: randomToken(provider.txidLength), providerId: '' }
    await provider.find(charge, AbortSignal.timeout(timeoutMs))
    return null
  } catch (error) {
    platform.log.warn('The payment provider did not accept the settings', { error })
    return error instanceof ProviderError && [401, 403].includes(error.status ?? 0) ? 'rejected' : 'unavailable'
  }
}
