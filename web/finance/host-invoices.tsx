import { useSignals } from '@preact/signals-react/runtime'
import { Check, ReceiptText, SearchX } from '../ui/icons'
import { useEffect, useState } from 'react'
import type { OpenInvoicePage, OpenInvoiceView, SubscriptionView } from '../../src/platform/invoice.calls'
import { useApp } from '../app/app-context'
import { displayDay } from '../i18n/display-day'
import { useFormat, useTexts } from '../i18n/i18n'
import { Button } from '../ui/button'
import type { Column } from '../ui/data-table'
import { EmptyState } from '../ui/empty-state'
import { useAttempt } from '../ui/use-attempt'
import { useUi } from '../ui/ui-context'
import { createOpenInvoiceList } from './invoice-list'
import { InvoiceScreen } from './invoice-screen'
import { useInvoiceColumns } from './use-invoice-columns'

interface HostInvoicesProps {
  open: OpenInvoicePage
  /** What the first page was searched for. */
  search: string
  subscription: SubscriptionView
}

/** What the companies still owe, for the host: whoever paid by another way than the product's is confirmed here. */
export function HostInvoices({ open, search, subscription }: HostInvoicesProps) {
  useSignals()
  const { finance: t } = useTexts('finance')
  const { api } = useApp()
  const [list] = useState(() => createOpenInvoiceList(api, open, search))
  useEffect(() => () => list.dispose(), [list])
  return (
    <InvoiceScreen
      list={list}
      subscription={subscription}
      columns={useHostColumns(() => void list.reload())}
      searchPlaceholder={t.host.searchPlaceholder}
      empty={
        list.searchText.value === '' ? (
          <EmptyState icon={ReceiptText} title={t.host.emptyTitle} text={t.host.emptyText} />
        ) : (
          <EmptyState icon={SearchX} title={t.nothingFound} />
        )
      }
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
