import { useSignals } from '@preact/signals-react/runtime'
import type { SubscriptionView } from '../../src/platform/invoice/invoice.calls'
import { links } from '../app/links'
import { displayDay } from '../i18n/display-day'
import { useFormat, useTexts } from '../i18n/i18n'
import type { PageProps } from '../page/page-definition'
import { usePageTitle } from '../page/use-page-title'
import { Button } from '../ui/button/button'
import { EmptyState } from '../ui/feedback/empty-state'
import { ReceiptText } from '../ui/icons'
import { Link } from '../ui/display/link'
import { PageHeader } from '../ui/layout/page-header'
import { Screen } from '../ui/layout/screen'
import { isNeverDue } from './load-finance'
import { PlanUsage } from './plan-usage'
import { SubscriptionSummary } from './subscription-summary'
import { useCheckout } from './use-checkout'
import { useSubscription } from './use-subscription'

/** The company's plan, its usage, and the next payment. */
export function page({ data }: PageProps<SubscriptionView>) {
  useSignals()
  const { checkout } = useTexts('checkout', 'finance')
  const t = checkout.subscription
  usePageTitle(t.title)
  const subscription = useSubscription(data)
  const { pay, dialog } = useCheckout(subscription)
  const never = isNeverDue(subscription)
  return (
    <Screen
      header={
        <PageHeader
          title={t.title}
          actions={
            !never && (
              <Button variant="primary" onClick={() => pay(subscription.invoice)}>
                {t.change}
              </Button>
            )
          }
        />
      }
    >
      <SubscriptionSummary subscription={subscription} />
      <PlanUsage subscription={subscription} />
      {!never && <NextInvoice subscription={subscription} onPay={() => pay(subscription.invoice)} />}
      {dialog}
    </Screen>
  )
}

function NextInvoice({ subscription: { invoice }, onPay }: { subscription: SubscriptionView; onPay: () => void }) {
  const { checkout, finance } = useTexts('checkout', 'finance')
  const t = checkout.subscription
  const format = useFormat()
  const all = <Link href={links.finance()}>{t.invoices}</Link>
  if (!invoice) return <EmptyState icon={ReceiptText} title={t.noInvoice} text={t.noInvoiceText} action={all} />
  return (
    <section className="finance-summary finance-next" aria-label={t.next}>
      <dl className="finance-facts">
        <div>
          <dt>{t.next}</dt>
          <dd>
            <strong>{invoice.detail}</strong>
          </dd>
        </div>
        <div>
          <dt>{finance.dueDate}</dt>
          <dd>
            <strong className="tabular">{displayDay(invoice.dueDate)}</strong>
          </dd>
        </div>
        <div>
          <dt>{finance.columns.value}</dt>
          <dd>
            <strong className="tabular">{format.currency(invoice.value)}</strong>
          </dd>
        </div>
      </dl>
      <p className="finance-next-actions">
        {all}
        <Button onClick={onPay}>{finance.pay.button}</Button>
      </p>
    </section>
  )
}
