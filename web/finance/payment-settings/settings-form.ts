import type { PaymentSettingsView } from '../../../src/platform/payment/payment.calls'
import type { PaymentSettingsBody } from '../../../src/platform/payment/payment-settings.contract'
import type * as v from 'valibot'
import type { FormModel } from '../../ui/form/form'

type Values = v.InferInput<typeof PaymentSettingsBody>
export type SettingsForm = FormModel<Values>

/** Secrets are never shown: an empty field keeps the stored one. */
export function valuesOfSettings({ secrets, webhookUrl, missing, ...shown }: PaymentSettingsView): Values {
  const empty = Object.fromEntries(Object.keys(secrets).map((name) => [name, '']))
  return { ...shown, ...empty }
}
