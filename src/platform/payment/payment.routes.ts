import { Elysia } from 'elysia'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { SuperUserGuard } from '../../kernel/http/super-user-guard'
import type { UserGuard } from '../../kernel/http/user-guard'
import type { Platform } from '../platform'
import { checkoutCalls, paymentSettingsCalls, unclearPaymentCalls, type PaymentSettingsView } from './payment.calls'
import { savePaymentSettings, viewPaymentSettings, getPaymentSettings, settingsProblem } from './payment-settings'
import { enqueueWebhookRegistration } from './payments'
import { requestCharge } from './charge/request-charge'
import { takeBackPeriod } from './take-back-period'
import { listUnclearPayments, noteReviewed } from './unclear-payments'
import { randomToken } from '../../kernel/ids'
import { ProviderError } from './provider/pix-provider'

const timeoutMs = 10_000

export function paymentRoutes(openUserGuard: UserGuard, superUserGuard: SuperUserGuard, platform: Platform) {
  const forCompany = answerCalls(new Elysia({ name: 'checkout' }).use(openUserGuard), checkoutCalls, {
    'POST /subscription': ({ ctx, body }) => requestCharge(platform, ctx, body),
  })
  const settings = new Elysia({ name: 'payment-settings' }).use(superUserGuard)
  const forSuperUsers = answerCalls(settings, paymentSettingsCalls, {
    'GET /payment-settings': () => viewPaymentSettings(platform),
    'PUT /payment-settings': async ({ operator, body }) => {
      const view = savePaymentSettings(platform, operator, body)
      enqueueWebhookRegistration(platform)
      return { ...view, problem: await findPaymentProblem(platform) }
    },
  })
  const unclear = answerCalls(new Elysia({ name: 'unclear-payments' }).use(superUserGuard), unclearPaymentCalls, {
    'GET /payments/unclear': () => listUnclearPayments(platform),
    'POST /payments/unclear/:id/reviewed': ({ operator, params }) => noteReviewed(platform, operator, params.id),
    'POST /payments/unclear/:id/take-back': ({ operator, params }) => takeBackPeriod(platform, operator, params.id),
  })
  return new Elysia({ name: 'payment-routes' }).use(forCompany).use(forSuperUsers).use(unclear)
}

/** A look-up of a charge that does not exist needs all that a checkout needs. */
async function findPaymentProblem(platform: Platform): Promise<PaymentSettingsView['problem']> {
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
