import type { OpenInvoiceView, InvoiceView } from '../../src/platform/invoice/invoice.calls'
import { useApp } from '../app/app-context'
import { displayDay } from '../i18n/format'
import { useFormat, useTexts } from '../i18n/i18n'
import type { ListPage } from '../live/list-items'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import { Button } from '../ui/button/button'
import type { Column } from '../ui/table/data-table'
import { Check, ReceiptText, Undo2 } from '../ui/icons'
import { StatusPill } from '../ui/display/labels'
import { useAttempt } from '../ui/form/use-attempt'
import { useUi } from '../ui/context/ui-context'
import { type FinanceData, openInvoiceRecords } from './load-finance'
import { usePaymentSettings } from './payment-settings/use-payment-settings'
import { SubscriptionSummary } from './subscription-summary'
import { useState } from 'react'
import type { UnclearPayment } from '../../src/platform/payment/payment.calls'

export function HostInvoices({ data, open }: { data: FinanceData; open: ListPage<OpenInvoiceView> }) {
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

function HostDetail({ invoice: { detail, charge } }: { invoice: OpenInvoiceView }) {
  const t = useTexts('finance').finance.host
  const format = useFormat()
  return (
    <span className="finance-host-detail note-text">
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

interface UnclearPaymentsProps {
  payments: readonly UnclearPayment[]
  onTakenBack: () => void
}

/** Payments that settled nothing or went back to the payer, until the host has decided. */
function UnclearPayments({ payments: first, onTakenBack }: UnclearPaymentsProps) {
  const t = useTexts('finance').finance.unclear
  const { api } = useApp()
  const { confirm } = useUi()
  const attempt = useAttempt()
  const [payments, setPayments] = useState(first)
  if (payments.length === 0) return null

  async function decide(id: number, action: 'reviewed' | 'take-back', done: string) {
    const decided = await attempt(() => api.post(`/payments/unclear/:id/${action}`, { params: { id } }), done)
    if (!decided) return
    setPayments((rest) => rest.filter((payment) => payment.id !== id))
    if (action === 'take-back') onTakenBack()
  }

  async function takeBack({ id, company }: UnclearPayment) {
    const title = t.takeBackTitle(company.name)
    if (await confirm({ title, text: t.takeBackText, action: t.takeBack })) await decide(id, 'take-back', t.tookBack)
  }

  return (
    <section className="finance-summary finance-unclear" aria-label={t.title}>
      <h2>{t.title}</h2>
      <p>{t.text}</p>
      <ul>
        {payments.map((payment) => (
          <li key={payment.id}>
            <UnclearDetail payment={payment} />
            <span className="wrap-row">
              {payment.got?.canTakeBack && (
                <Button size="s" icon={Undo2} onClick={() => takeBack(payment)}>
                  {t.takeBack}
                </Button>
              )}
              {payment.got?.canTakeBack ? (
                <Button size="s" icon={Check} onClick={() => decide(payment.id, 'reviewed', t.kept)}>
                  {t.keep}
                </Button>
              ) : (
                <Button size="s" icon={Check} onClick={() => decide(payment.id, 'reviewed', t.noted)}>
                  {t.done}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function UnclearDetail({ payment }: { payment: UnclearPayment }) {
  const t = useTexts('finance').finance.unclear
  const format = useFormat()
  const { company, got, at, txid } = payment
  return (
    <span className="finance-host-detail note-text">
      <bdi className="finance-detail">{company.name}</bdi>
      <span>{useWhatHappened(payment)}</span>
      {got ? (
        <span>{got.until ? t.gotUntil(got.detail, displayDay(got.until)) : t.got(got.detail)}</span>
      ) : (
        <span>{t.gotNothing}</span>
      )}
      <span>
        {format.dateTime(at)} · {txid}
      </span>
    </span>
  )
}

function useWhatHappened({ kind, value, received, returned, currency }: UnclearPayment) {
  const t = useTexts('finance').finance.unclear
  const format = useFormat()
  const amount = format.currency(received)
  if (kind === 'partial') return t.partial(amount, format.currency(value))
  if (kind === 'refunded' || kind === 'chargedBack') return t[kind](format.currency(returned), amount)
  if (kind === 'otherCurrency') return t.otherCurrency(`${currency} ${format.number(received, 2)}`)
  return t[kind](amount)
}

export function InvoiceHeading({ count }: { count: number }) {
  const t = useTexts('finance').finance
  return (
    <>
      {t.title} <span className="finance-count">({count})</span>
    </>
  )
}

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
