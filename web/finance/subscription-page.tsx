import { useSignals } from '@preact/signals-react/runtime'
import type { SubscriptionView } from '../../src/platform/invoice/invoice.calls'
import { links } from '../app/links'
import { displayDay } from '../i18n/format'
import { useFormat, useTexts } from '../i18n/i18n'
import type { PageProps } from '../page/page-definition'
import { usePageTitle } from '../page/page-context'
import { Button } from '../ui/button/button'
import { EmptyState } from '../ui/feedback/feedback'
import { ReceiptText } from '../ui/icons'
import { Link } from '../ui/display/link'
import { Screen, PageHeader } from '../ui/layout/screen'
import { isNeverDue } from './load-finance'
import { SubscriptionSummary } from './subscription-summary'
import { useCheckout, useSubscription } from './use-checkout'
import { gigabyte, planCounts, storagePercent, storageTone } from '../../src/kernel/company/company-plan.contract'

export function page({ data }: PageProps<SubscriptionView>) {
  useSignals()
  const { checkout } = useTexts('finance').finance
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
  const { finance } = useTexts('finance')
  const { checkout } = finance
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
      <p className="finance-next-actions row gap-3">
        {all}
        <Button onClick={onPay}>{finance.pay.button}</Button>
      </p>
    </section>
  )
}

function PlanUsage({ subscription: { plan, used, stored } }: { subscription: SubscriptionView }) {
  const t = useTexts('finance').finance.checkout.subscription
  const format = useFormat()
  return (
    <section className="finance-summary" aria-label={t.usage}>
      <dl className="finance-facts">
        {planCounts.map((name) => (
          <UsageFact
            key={name}
            name={name}
            label={t[name]}
            text={t.of(format.number(used[name]), format.number(plan[name]))}
            used={used[name]}
            limit={plan[name]}
            note={used[name] > plan[name] ? t.above : undefined}
          />
        ))}
        <StorageFact bytes={stored.bytes} storageGb={plan.storageGb} />
      </dl>
      <RowCounts stored={stored} />
    </section>
  )
}

function StorageFact({ bytes, storageGb }: { bytes: number; storageGb: number | null }) {
  const t = useTexts('finance').finance.checkout.subscription
  const format = useFormat()
  const size = format.fileSize(bytes)
  const percent = storagePercent(bytes, storageGb)
  if (percent === null || storageGb === null) return <UsageFact name="storage" label={t.storage} text={size} />
  const tone = storageTone(percent)
  return (
    <UsageFact
      name="storage"
      label={t.storage}
      text={t.storageOf(size, `${format.number(storageGb)} GB`, percent)}
      used={bytes}
      limit={storageGb * gigabyte}
      tone={tone}
      note={percent >= 100 ? t.storageFull : tone && t.storageNear}
    />
  )
}

interface UsageFactProps {
  name: string
  label: string
  text: string
  used?: number
  /** Without one there is no meter. */
  limit?: number
  tone?: 'warning' | 'danger' | undefined
  note?: string | undefined
}

function UsageFact({ name, label, text, used = 0, limit, tone, note }: UsageFactProps) {
  return (
    <div>
      <dt id={`usage-${name}`}>{label}</dt>
      <dd className="plan-usage">
        <strong className="tabular">{text}</strong>
        {limit !== undefined && (
          <meter
            aria-labelledby={`usage-${name}`}
            min={0}
            max={Math.max(1, limit)}
            value={Math.min(used, limit)}
            data-full={used >= limit || tone === 'danger' || undefined}
          />
        )}
        {note && (
          <span className="plan-usage-above" data-tone={tone}>
            {note}
          </span>
        )}
      </dd>
    </div>
  )
}

function RowCounts({ stored: { messages, tickets, contacts } }: Pick<SubscriptionView, 'stored'>) {
  const t = useTexts('finance').finance.checkout.subscription
  const format = useFormat()
  if (messages === null || tickets === null || contacts === null) return null
  return (
    <p className="subtle plan-rows">
      {t.rows(format.number(messages), format.number(tickets), format.number(contacts))}
    </p>
  )
}
