import { WithTexts } from '../app/with-texts'
import { usePaymentSettings } from '../finance/payment-settings/use-payment-settings'
import { paymentsField, settingId } from './setting-id'
import { useTexts } from '../i18n/i18n'

/** How companies pay the host; the same dialog as beside the invoices. */
export function PaymentsPart() {
  return (
    <WithTexts areas={['finance', 'checkout', 'paymentSettings']}>
      <Payments />
    </WithTexts>
  )
}

function Payments() {
  const t = useTexts('setting').setting.whitelabel.payments
  const { button, dialog } = usePaymentSettings()
  return (
    <section className="white-label-payments" id={settingId(paymentsField)} aria-labelledby="white-label-payments">
      <h2 id="white-label-payments">{t.title}</h2>
      <p className="subtle">{t.text}</p>
      {button}
      {dialog}
    </section>
  )
}
