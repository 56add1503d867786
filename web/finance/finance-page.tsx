import { useUser } from '../app/app-context'
import { isAdmin } from '../app/screen-access'
import { useTexts } from '../i18n/i18n'
import type { PageProps } from '../page/page-definition'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import { ReceiptText } from '../ui/icons'
import { HostInvoices, InvoiceHeading, useInvoiceColumns } from './host-invoices'
import { isNeverDue, type FinanceData, invoiceRecords } from './load-finance'
import { SubscriptionSummary } from './subscription-summary'
import { useCheckout, useSubscription } from './use-checkout'

export function page({ data }: PageProps<FinanceData>) {
  if (data.open) return <HostInvoices data={data} open={data.open} />
  return <OwnInvoices data={data} />
}

function OwnInvoices({ data }: { data: FinanceData }) {
  const { finance: t } = useTexts('finance')
  const subscription = useSubscription(data.subscription)
  const { pay, dialog } = useCheckout(subscription)
  return (
    <>
      <RecordsPage
        list={useRecordList(invoiceRecords, data.page)}
        texts={isNeverDue(subscription) ? { ...t, emptyText: t.emptyNever } : t}
        icon={ReceiptText}
        heading={(count) => <InvoiceHeading count={count} />}
        columns={useInvoiceColumns(isAdmin(useUser()) ? pay : undefined)}
        rowTone={({ overdue }) => (overdue ? 'danger' : undefined)}
        summary={<SubscriptionSummary subscription={subscription} />}
      />
      {dialog}
    </>
  )
}
