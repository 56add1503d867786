import type { InvoiceView, SubscriptionView } from '../../src/platform/invoice.calls'
import { useUser } from '../app/app-context'
import { displayDay } from '../i18n/display-day'
import { useFormat, useTexts } from '../i18n/i18n'
import { Dialog } from '../ui/dialog'
import { SupportWays } from './support-ways'

interface PayDialogProps {
  invoice: InvoiceView
  support: SubscriptionView['support']
  onClose: () => void
}

/** What is to be paid and to whom one turns; the host confirms it when it has come. */
export function PayDialog({ invoice, support, onClose }: PayDialogProps) {
  const { pay: t, columns } = useTexts('finance').finance
  const { company } = useUser()
  const format = useFormat()
  const [value, dueDate] = [format.currency(invoice.value), displayDay(invoice.dueDate)]
  return (
    <Dialog open size="s" title={t.title} description={t.text(support.name)} onClose={onClose}>
      <dl className="finance-pay">
        <dt>{columns.detail}</dt>
        <dd>{invoice.detail}</dd>
        <dt>{columns.dueDate}</dt>
        <dd>{dueDate}</dd>
        <dt>{columns.value}</dt>
        <dd>
          <strong>{value}</strong>
        </dd>
      </dl>
      <SupportWays support={support} message={t.message(company.name, invoice.detail, dueDate, value)} />
    </Dialog>
  )
}
