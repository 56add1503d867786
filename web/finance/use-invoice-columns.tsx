import type { InvoiceView } from '../../src/platform/invoice.contract'
import { displayDay } from '../frame/display-day'
import { useFormat, useTexts } from '../i18n/i18n'
import type { Column } from '../ui/data-table'
import { StatusPill } from '../ui/status-pill'

export function useInvoiceColumns(): Column<InvoiceView>[] {
  const t = useTexts('finance').finance.columns
  const format = useFormat()
  return [
    { id: 'detail', header: t.detail, cell: ({ detail }) => <bdi className="finance-detail">{detail}</bdi> },
    { id: 'users', header: t.users, align: 'end', width: '110px', cell: ({ users }) => format.number(users) },
    {
      id: 'connections',
      header: t.connections,
      align: 'end',
      width: '110px',
      cell: ({ connections }) => format.number(connections),
    },
    { id: 'dueDate', header: t.dueDate, align: 'end', width: '140px', cell: ({ dueDate }) => displayDay(dueDate) },
    { id: 'value', header: t.value, align: 'end', width: '150px', cell: ({ value }) => format.currency(value) },
    { id: 'action', header: t.action, align: 'end', width: '150px', cell: (invoice) => <Status invoice={invoice} /> },
  ]
}

const kinds = { open: 'info', paid: 'success', canceled: 'neutral', overdue: 'danger' } as const

function Status({ invoice: { status, overdue } }: { invoice: InvoiceView }) {
  const t = useTexts('finance').finance.status
  const state = overdue ? 'overdue' : status
  return <StatusPill kind={kinds[state]}>{t[state]}</StatusPill>
}
