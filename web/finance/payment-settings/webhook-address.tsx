import type { PaymentSettingsView } from '../../../src/platform/payment/payment.calls'
import { useTexts } from '../../i18n/i18n'
import { CopiedInput } from '../../ui/field/copied-input'
import { Field } from '../../ui/field/field'

interface WebhookAddressProps {
  provider: PaymentSettingsView['provider']
  /** Empty without a public address, or before the provider is saved. */
  url: string
}

/** The URL to which the provider reports payments. */
export function WebhookAddress({ provider, url }: WebhookAddressProps) {
  const { paymentSettings: t, checkout } = useTexts('paymentSettings', 'checkout')
  if (provider === '' || provider === 'static') return null
  if (url === '') return <p className="checkout-hint">{t.webhookMissing}</p>
  return (
    <Field label={t.webhook} help={t.webhookHelp[provider]}>
      <CopiedInput value={url} copyLabel={checkout.pix.copy} copiedLabel={checkout.pix.copied} />
    </Field>
  )
}
