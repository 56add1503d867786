import { useState } from 'react'
import type { UnclearPayment } from '../../src/platform/payment/payment.calls'
import { useApp } from '../app/app-context'
import { useFormat, useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { Check } from '../ui/icons'
import { useAttempt } from '../ui/form/use-attempt'

/** Payments that settled nothing, until the host marks them as handled. */
export function UnclearPayments({ payments: first }: { payments: readonly UnclearPayment[] }) {
  const t = useTexts('finance').finance.unclear
  const format = useFormat()
  const { api } = useApp()
  const attempt = useAttempt()
  const [payments, setPayments] = useState(first)
  if (payments.length === 0) return null

  async function note(id: number) {
    const noted = await attempt(() => api.post('/payments/unclear/:id/reviewed', { params: { id } }), t.noted)
    if (noted) setPayments((rest) => rest.filter((payment) => payment.id !== id))
  }

  return (
    <section className="finance-summary finance-unclear" aria-label={t.title}>
      <h2>{t.title}</h2>
      <p>{t.text}</p>
      <ul>
        {payments.map(({ id, kind, company, value, received, txid, at }) => (
          <li key={id}>
            <span className="finance-host-detail">
              <bdi className="finance-detail">{company.name}</bdi>
              <span>
                {kind === 'partial'
                  ? t.partial(format.currency(received), format.currency(value))
                  : t[kind](format.currency(received))}
              </span>
              <span>
                {format.dateTime(at)} · {txid}
              </span>
            </span>
            <Button size="s" icon={Check} onClick={() => void note(id)}>
              {t.done}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
