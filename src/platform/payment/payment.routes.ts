import { Elysia } from 'elysia'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { SuperUserGuard } from '../../kernel/http/super-user-guard'
import type { UserGuard } from '../../kernel/http/user-guard'
import type { Platform } from '../platform'
import { checkoutCalls, paymentSettingsCalls, unclearPaymentCalls } from './payment.calls'
import { savePaymentSettings, viewPaymentSettings } from './payment-settings'
import { enqueueWebhookRegistration } from './payments'
import { requestCharge } from './charge/request-charge'
import { findPaymentProblem } from './payment-problem'
import { takeBackPeriod } from './take-back-period'
import { listUnclearPayments, noteReviewed } from './unclear-payments'

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
