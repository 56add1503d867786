import { useEffect, useState } from 'react'
import type { InvoiceView } from '../../src/platform/invoice.calls'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import type { PageProps } from '../page/page-definition'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import { ReceiptText } from '../ui/icons'
import { HostInvoices } from './host-invoices'
import { InvoiceHeading } from './invoice-heading'
import { invoiceRecords } from './invoice-records'
import { fetchSubscription, isNeverDue, type FinanceData } from './load-finance'
import { PayDialog } from './pay-dialog'
import { SubscriptionSummary } from './subscription-summary'
import { useInvoiceColumns } from './use-invoice-columns'

/** What the company has, owes and has paid; the one screen that stays open when nothing was paid. */
export function page({ data }: PageProps<FinanceData>) {
  if (data.open) return <HostInvoices open={data.open} subscription={data.subscription} />
  return <OwnInvoices data={data} />
}

function OwnInvoices({ data }: { data: FinanceData }) {
  const { finance: t } = useTexts('finance')
  const subscription = useSubscription(data)
  const [paying, setPaying] = useState<InvoiceView>()
  return (
    <>
      <RecordsPage
        list={useRecordList(invoiceRecords, data.page)}
        texts={isNeverDue(subscription) ? { ...t, emptyText: t.emptyNever } : t}
        icon={ReceiptText}
        heading={(count) => <InvoiceHeading count={count} />}
        columns={useInvoiceColumns(setPaying)}
        rowTone={({ overdue }) => (overdue ? 'danger' : undefined)}
        summary={<SubscriptionSummary subscription={subscription} />}
      />
      {paying && <PayDialog invoice={paying} support={subscription.support} onClose={() => setPaying(undefined)} />}
    </>
  )
}

/** A payment and the host's changes are seen at once. */
function useSubscription(data: FinanceData) {
  const { api, live } = useApp()
  const [subscription, setSubscription] = useState(data.subscription)
  useEffect(() => {
    const renew = () => void fetchSubscription(api).then(setSubscription, reportError)
    const events = ['payment', 'subscription', 'reload'] as const
    const stops = events.map((event) => live.subscribe(event, renew))
    return () => {
      for (const stop of stops) stop()
    }
  }, [api, live])
  return subscription
}
