import type { OpenInvoiceView, SubscriptionView } from '../../src/platform/invoice.calls'
import { useApp } from '../app/app-context'
import { displayDay } from '../i18n/display-day'
import { useFormat, useTexts } from '../i18n/i18n'
import type { ListPage } from '../live/list-items'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import { Button } from '../ui/button'
import type { Column } from '../ui/data-table'
import { Check, ReceiptText } from '../ui/icons'
import { useAttempt } from '../ui/use-attempt'
import { useUi } from '../ui/ui-context'
import { InvoiceHeading } from './invoice-heading'
import { openInvoiceRecords } from './invoice-records'
import { SubscriptionSummary } from './subscription-summary'
import { useInvoiceColumns } from './use-invoice-columns'

interface HostInvoicesProps {
  open: ListPage<OpenInvoiceView>
  subscription: SubscriptionView
}

/** What the companies still owe, for the host: whoever paid by another way than the product's is confirmed here. */
export function HostInvoices({ open, subscription }: HostInvoicesProps) {
  const { finance: t } = useTexts('finance')
  const list = useRecordList(openInvoiceRecords, open)
  return (
    <RecordsPage
      list={list}
      texts={{ ...t, ...t.host }}
      icon={ReceiptText}
      heading={(count) => <InvoiceHeading count={count} />}
      columns={useHostColumns(() => void list.reload())}
      rowTone={({ overdue }) => (overdue ? 'danger' : undefined)}
      summary={<SubscriptionSummary subscription={subscription} />}
    />
  )
}

/** Whose it is, for what, and the confirmation; the limits of the plan are of no concern here. */
function useHostColumns(onPaid: () => void): Column<OpenInvoiceView>[] {
  const { finance: t } = useTexts('finance')
  const own = useInvoiceColumns(() => {})
  const confirmPayment = useConfirmPayment(onPaid)
  const company: Column<OpenInvoiceView> = {
    id: 'company',
    header: t.host.company,
    cell: (invoice) => <bdi className="finance-detail">{invoice.company.name}</bdi>,
  }
  const action: Column<OpenInvoiceView> = {
    id: 'action',
    header: t.columns.action,
    align: 'end',
    width: '210px',
    cell: (invoice) => (
      <Button size="s" icon={Check} onClick={() => void confirmPayment(invoice)}>
        {t.host.confirm}
      </Button>
    ),
  }
  const kept = own.filter(({ id }) => id === 'detail' || id === 'dueDate' || id === 'value')
  return [company, ...kept, action]
}

function useConfirmPayment(onPaid: () => void) {
  const { finance: t } = useTexts('finance')
  const format = useFormat()
  const { api } = useApp()
  const { confirm } = useUi()
  const attempt = useAttempt()
  return async ({ id, company, value, dueDate }: OpenInvoiceView) => {
    const text = t.host.confirmText(format.currency(value), displayDay(dueDate))
    if (!(await confirm({ title: t.host.confirmTitle(company.name), text, action: t.host.confirm }))) return
    if (await attempt(() => api.post('/invoices/:id/pay', { params: { id } }), t.host.confirmed(company.name))) onPaid()
  }
}
