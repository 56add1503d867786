import type { OpenInvoiceView } from '../../src/platform/invoice/invoice.calls'
import { useApp } from '../app/app-context'
import { displayDay } from '../i18n/display-day'
import { useFormat, useTexts } from '../i18n/i18n'
import type { ListPage } from '../live/list-items'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import { Button } from '../ui/button/button'
import type { Column } from '../ui/table/data-table'
import { Check, ReceiptText } from '../ui/icons'
import { StatusPill } from '../ui/display/status-pill'
import { useAttempt } from '../ui/form/use-attempt'
import { useUi } from '../ui/context/ui-context'
import { InvoiceHeading } from './invoice-heading'
import { openInvoiceRecords } from './invoice-records'
import type { FinanceData } from './load-finance'
import { usePaymentSettings } from './payment-settings/use-payment-settings'
import { SubscriptionSummary } from './subscription-summary'
import { UnclearPayments } from './unclear-payments'
import { useInvoiceColumns } from './use-invoice-columns'

interface HostInvoicesProps {
  data: FinanceData
  open: ListPage<OpenInvoiceView>
}

/** Open invoices of all companies, where the host confirms payments made elsewhere. */
export function HostInvoices({ data, open }: HostInvoicesProps) {
  const { finance: t } = useTexts('finance')
  const list = useRecordList(openInvoiceRecords, open)
  const { button, dialog } = usePaymentSettings()
  return (
    <>
      <RecordsPage
        list={list}
        texts={{ ...t, ...t.host }}
        icon={ReceiptText}
        heading={(count) => <InvoiceHeading count={count} />}
        columns={useHostColumns(() => void list.reload())}
        rowTone={({ overdue }) => (overdue ? 'danger' : undefined)}
        headerActions={button}
        summary={
          <>
            <SubscriptionSummary subscription={data.subscription} />
            <UnclearPayments payments={data.unclear} onTakenBack={() => void list.reload()} />
          </>
        }
      />
      {dialog}
    </>
  )
}

/** The columns of a company's own invoices, with the company, the Pix charge and the confirmation. */
function useHostColumns(onPaid: () => void): Column<OpenInvoiceView>[] {
  const { finance: t } = useTexts('finance')
  const own = useInvoiceColumns()
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
      <Button size="s" icon={Check} onClick={() => confirmPayment(invoice)}>
        {t.host.confirm}
      </Button>
    ),
  }
  const detail: Column<OpenInvoiceView> = {
    id: 'detail',
    header: t.columns.detail,
    cell: (invoice) => <HostDetail invoice={invoice} />,
  }
  const limits = own.filter(({ id }) => id === 'users' || id === 'connections')
  const terms = own.filter(({ id }) => id === 'dueDate' || id === 'value')
  return [company, detail, ...limits, ...terms, action]
}

/** The plan, and the Pix charge created for it. */
function HostDetail({ invoice: { detail, charge } }: { invoice: OpenInvoiceView }) {
  const t = useTexts('finance').finance.host
  const format = useFormat()
  return (
    <span className="finance-host-detail">
      <bdi className="finance-detail">{detail}</bdi>
      {charge && <span>{t.charge(charge.detail, format.currency(charge.value), charge.txid)}</span>}
      {charge && charge.received > 0 && (
        <StatusPill kind="warning">{t.received(format.currency(charge.received))}</StatusPill>
      )}
    </span>
  )
}

function useConfirmPayment(onPaid: () => void) {
  const { finance: t } = useTexts('finance')
  const format = useFormat()
  const { api } = useApp()
  const { confirm } = useUi()
  const attempt = useAttempt()
  return async ({ id, company, value, dueDate, detail, charge }: OpenInvoiceView) => {
    // The company pays by the static code that it was shown.
    const shown = charge?.provider === 'static' ? charge : undefined
    const sentence = t.host.confirmText(format.currency(shown?.value ?? value), displayDay(dueDate))
    const changes = shown !== undefined && shown.detail !== detail
    const text = changes ? `${sentence} ${t.host.confirmPlan(shown.detail)}` : sentence
    if (!(await confirm({ title: t.host.confirmTitle(company.name), text, action: t.host.confirm }))) return
    if (await attempt(() => api.post('/invoices/:id/pay', { params: { id } }), t.host.confirmed(company.name))) onPaid()
  }
}
