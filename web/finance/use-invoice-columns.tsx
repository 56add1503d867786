import type { InvoiceView } from '../../src/platform/invoice/invoice.calls'
import { displayDay } from '../i18n/display-day'
import { useFormat, useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import type { Column } from '../ui/table/data-table'
import { StatusPill } from '../ui/display/status-pill'

/** `onPay` is called for an open invoice; omitted for users who cannot pay. */
export function useInvoiceColumns(onPay?: (invoice: InvoiceView) => void): Column<InvoiceView>[] {
  const t = useTexts('finance').finance.columns
  const format = useFormat()
  return [
    { id: 'detail', header: t.detail, cell: ({ detail }) => <bdi className="finance-detail">{detail}</bdi> },
    { id: 'users', header: t.users, align: 'end', width: '96px', cell: ({ users }) => format.number(users) },
    {
      id: 'connections',
      header: t.connections,
      align: 'end',
      width: '100px',
      cell: ({ connections }) => format.number(connections),
    },
    {
      id: 'dueDate',
      compact: 'labelled',
      header: t.dueDate,
      align: 'end',
      width: '124px',
      cell: ({ dueDate }) => displayDay(dueDate),
    },
    {
      id: 'value',
      compact: 'value',
      header: t.value,
      align: 'end',
      width: '128px',
      cell: ({ value }) => format.currency(value),
    },
    {
      id: 'action',
      compact: 'value',
      header: t.action,
      align: 'end',
      width: '184px',
      cell: (invoice) => <Action invoice={invoice} onPay={onPay} />,
    },
  ]
}

const kinds = { open: 'info', paid: 'success', canceled: 'neutral', overdue: 'danger' } as const

function Action({ invoice, onPay }: { invoice: InvoiceView; onPay: ((invoice: InvoiceView) => void) | undefined }) {
  const t = useTexts('finance').finance
  const { status, overdue } = invoice
  const state = overdue ? 'overdue' : status
  return (
    <span className="inline-row">
      {(state !== 'open' || !onPay) && <StatusPill kind={kinds[state]}>{t.status[state]}</StatusPill>}
      {status === 'open' && onPay && (
        <Button size="s" variant="primary" onClick={() => onPay(invoice)}>
          {t.pay.button}
        </Button>
      )}
    </span>
  )
}
