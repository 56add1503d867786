import { CircleAlert } from '../ui/icons'
import type { SubscriptionView } from '../../src/platform/invoice/invoice.calls'
import { displayDay } from '../i18n/format'
import { useFormat, useTexts } from '../i18n/i18n'
import { StatusPill } from '../ui/display/labels'
import { isNeverDue } from './load-finance'
import { SupportWays } from './use-checkout'

interface SummaryProps {
  subscription: SubscriptionView
}

export function SubscriptionSummary({ subscription }: SummaryProps) {
  const { finance: t, session } = useTexts('finance')
  const format = useFormat()
  const { plan, dueDate, recurrence } = subscription
  const never = isNeverDue(subscription)
  return (
    <section className="finance-summary" aria-label={t.summary}>
      {subscription.state === 'expired' && <ExpiredNotice subscription={subscription} />}
      <dl className="finance-facts">
        <div>
          <dt>{t.plan}</dt>
          <dd>
            <strong>{plan.name}</strong>
            <span>{session.planLimits(plan, format.number)}</span>
          </dd>
        </div>
        {!never && (
          <div>
            <dt>{t.price}</dt>
            <dd>
              <strong className="tabular">{format.currency(plan.amount)}</strong>
              <span>{t.recurrences[recurrence]}</span>
            </dd>
          </div>
        )}
        <div>
          <dt>{t.dueDate}</dt>
          <dd>
            <strong className="tabular">{never ? t.never : displayDay(dueDate)}</strong>
            {!never && <State subscription={subscription} />}
          </dd>
        </div>
      </dl>
      {!never && <Support subscription={subscription} />}
    </section>
  )
}

function ExpiredNotice({ subscription: { active, dueDate } }: SummaryProps) {
  const t = useTexts().session
  return (
    <p className="finance-notice">
      <CircleAlert size={18} aria-hidden />
      {active ? t.expired(displayDay(dueDate)) : t.switchedOff}
    </p>
  )
}

const soonDays = 5

function State({ subscription: { state, active, daysLeft } }: SummaryProps) {
  const t = useTexts('finance').finance.states
  if (!active) return <StatusPill kind="danger">{t.switchedOff}</StatusPill>
  if (state === 'expired') return <StatusPill kind="danger">{t.expired}</StatusPill>
  if (state === 'expires today') return <StatusPill kind="warning">{t.today}</StatusPill>
  return <StatusPill kind={daysLeft < soonDays ? 'warning' : 'success'}>{t.daysLeft(daysLeft)}</StatusPill>
}

const supportTexts = {
  none: 'supportText',
  static: 'supportTextWithCode',
  efi: 'supportTextWithPix',
  mercadopago: 'supportTextWithPix',
  asaas: 'supportTextWithPix',
} as const

function Support({ subscription: { support, provider } }: SummaryProps) {
  const t = useTexts('finance').finance
  return (
    <div className="finance-support row wraps">
      <p>
        <strong>{t.supportTitle}</strong>
        <span>{t[supportTexts[provider ?? 'none']](support.name)}</span>
      </p>
      <SupportWays support={support} />
    </div>
  )
}
