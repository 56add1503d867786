import type { PaymentSettingsView } from '../../../src/platform/payment/payment.calls'
import { useTexts } from '../../i18n/i18n'
import { Field } from '../../ui/field'
import { IconButton } from '../../ui/icon-button'
import { Check, Copy } from '../../ui/icons'
import { TextInput } from '../../ui/text-input'
import { useCopy } from '../../ui/use-copy'

interface WebhookAddressProps {
  provider: PaymentSettingsView['provider']
  /** Empty without a public address, and before the provider is saved. */
  url: string
}

/** Where the provider reports payments. */
export function WebhookAddress({ provider, url }: WebhookAddressProps) {
  const { paymentSettings: t, checkout } = useTexts('paymentSettings', 'checkout')
  const { copied, copy } = useCopy()
  if (provider === '' || provider === 'static') return null
  if (url === '') return <p className="checkout-hint">{t.webhookMissing}</p>
  return (
    <Field label={t.webhook} help={t.webhookHelp[provider]}>
      <TextInput
        readOnly
        value={url}
        onValueChange={() => {}}
        trailing={
          <IconButton
            icon={copied ? Check : Copy}
            label={copied ? checkout.pix.copied : checkout.pix.copy}
            size="xs"
            onClick={() => copy(url)}
          />
        }
      />
    </Field>
  )
}
