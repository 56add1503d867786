import { useState, type ReactNode } from 'react'
import type { InvoiceView, SubscriptionView } from '../../src/platform/invoice/invoice.calls'
import { CheckoutDialog } from './checkout/checkout-dialog'
import { PayDialog } from './pay-dialog'

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
