import { useState, type ReactNode, useEffect } from 'react'
import type { InvoiceView, SubscriptionView } from '../../src/platform/invoice/invoice.calls'
import { CheckoutDialog } from './checkout/checkout-dialog'
import { useUser, useApp } from '../app/app-context'
import { displayDay } from '../i18n/format'
import { useFormat, useTexts } from '../i18n/i18n'
import { Dialog } from '../ui/dialog/dialog'
import { ButtonContent } from '../ui/button/button'
import { Mail, MessageCircle } from '../ui/icons'
import { fetchSubscription } from './load-finance'

interface PayDialogProps {
  invoice: InvoiceView | null
  subscription: SubscriptionView
  onClose: () => void
}

/** Opens the checkout of an invoice or of the present due date; without a Pix provider, the host's contact data. */
export function useCheckout(subscription: SubscriptionView): {
  pay: (invoice: InvoiceView | null) => void
  dialog: ReactNode
} {
  const [paying, setPaying] = useState<{ invoice: InvoiceView | null }>()
  const close = () => setPaying(undefined)
  const pay = (invoice: InvoiceView | null) => setPaying({ invoice })
  if (!paying) return { pay, dialog: null }
  const { invoice } = paying
  if (subscription.provider !== null) {
    return { pay, dialog: <CheckoutDialog invoice={invoice} subscription={subscription} close={close} /> }
  }
  return { pay, dialog: <PayDialog invoice={invoice} subscription={subscription} onClose={close} /> }
}

/** Shown without a Pix provider: the amount and the host's contact data. The host confirms the payment. */
function PayDialog({ invoice, subscription, onClose }: PayDialogProps) {
  const { pay: t, columns } = useTexts('finance').finance
  const { company } = useUser()
  const format = useFormat()
  const { support, plan } = subscription
  const detail = invoice?.detail ?? plan.name
  const value = format.currency(invoice?.value ?? plan.amount)
  const dueDate = displayDay(invoice?.dueDate ?? subscription.dueDate)
  return (
    <Dialog open size="s" title={t.title} description={t.text(support.name)} onClose={onClose}>
      <dl className="finance-pay">
        <dt>{columns.detail}</dt>
        <dd>{detail}</dd>
        <dt>{columns.dueDate}</dt>
        <dd>{dueDate}</dd>
        <dt>{columns.value}</dt>
        <dd>
          <strong>{value}</strong>
        </dd>
      </dl>
      <SupportWays support={support} message={t.message(company.name, detail, dueDate, value)} />
    </Dialog>
  )
}

export function SupportWays({ support, message }: { support: SubscriptionView['support']; message?: string }) {
  const format = useFormat()
  const digits = support.phone.replace(/\D/g, '')
  const text = message ? encodeURIComponent(message) : ''
  return (
    <p className="finance-support-ways wrap-row">
      {digits && (
        <a
          className="button"
          data-variant="secondary"
          href={`https://wa.me/${digits}${text && `?text=${text}`}`}
          target="_blank"
          rel="noreferrer"
        >
          <ButtonContent icon={MessageCircle}>{format.phone(digits)}</ButtonContent>
        </a>
      )}
      <a className="button" data-variant="secondary" href={`mailto:${support.email}${text && `?body=${text}`}`}>
        <ButtonContent icon={Mail}>{support.email}</ButtonContent>
      </a>
    </p>
  )
}

/** Updated live by payments and changes of the host. */
export function useSubscription(initial: SubscriptionView) {
  const { api, live } = useApp()
  const [subscription, setSubscription] = useState(initial)
  useEffect(() => {
    const renew = () => void fetchSubscription(api).then(setSubscription, reportError)
    const events = ['payment', 'subscription', 'reload'] as const
    const stops = events.map((event) => live.subscribe(event, renew))
    return () => stops.forEach((stop) => stop())
  }, [api, live])
  return subscription
}
