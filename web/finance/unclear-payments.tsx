import { useState } from 'react'
import type { UnclearPayment } from '../../src/platform/payment/payment.calls'
import { useApp } from '../app/app-context'
import { displayDay } from '../i18n/display-day'
import { useFormat, useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { useUi } from '../ui/context/ui-context'
import { useAttempt } from '../ui/form/use-attempt'
import { Check, Undo2 } from '../ui/icons'

interface UnclearPaymentsProps {
  payments: readonly UnclearPayment[]
  onTakenBack: () => void
}

/** Payments that settled nothing or went back to the payer, until the host has decided. */
export function UnclearPayments({ payments: first, onTakenBack }: UnclearPaymentsProps) {
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
            <span className="finance-unclear-actions">
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
    <span className="finance-host-detail">
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
