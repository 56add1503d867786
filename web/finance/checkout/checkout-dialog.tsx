import { useEffect, useRef, useState } from 'react'
import type { InvoiceView, SubscriptionView } from '../../../src/platform/invoice/invoice.calls'
import type { ChargeView } from '../../../src/platform/payment/payment.calls'
import { useTexts } from '../../i18n/i18n'
import { Dialog } from '../../ui/dialog/dialog'
import { Button } from '../../ui/button/button'
import { ErrorState } from '../../ui/feedback/error-state'
import { Spinner } from '../../ui/feedback/spinner'
import { PayerStep, type Payer, usePayer } from './payer-step'
import { PixStep } from './pix-step'
import type { PlanChoice } from './plan-choice'
import { PlanStep } from './plan-step'
import { ReviewStep } from './review-step'
import { useRequestCharge } from './use-request-charge'
import { useFetched } from '../../app/use-fetched'
import { Check, CircleCheckBig } from '../../ui/icons'
import { useUser, useApp } from '../../app/app-context'
import { homePath } from '../../app/home-path'
import { displayDay } from '../../i18n/display-day'

const homeMs = 4000

const steps = ['data', 'plan', 'review', 'pix'] as const

type CheckoutStep = (typeof steps)[number]

interface CheckoutDialogProps {
  /** Null if there is none yet: paying creates it. */
  invoice: InvoiceView | null
  subscription: SubscriptionView
  close: () => void
}

/** The checkout: payer's data, plan, review, Pix code, and back to the start page after payment. */
export function CheckoutDialog({ invoice, subscription, close }: CheckoutDialogProps) {
  const t = useTexts('checkout').checkout
  const renewedUntil = useRenewal()
  const [payer, setPayer] = useState(usePayer(subscription))
  const [step, setStep] = useState<'data' | 'plan' | 'review'>('data')
  const [choice, setChoice] = useState<PlanChoice>()
  const [charge, setCharge] = useState<ChargeView>()
  const body = useStepFocus(charge ? 'pix' : step)
  if (renewedUntil !== undefined) return <PaidDialog dueDate={renewedUntil} />
  return (
    <Dialog open size="l" title={t.title} onClose={close}>
      <CheckoutSteps current={charge ? 'pix' : step} />
      <div className="checkout-step" ref={body} tabIndex={-1}>
        {charge && choice ? (
          <PixCode invoice={invoice} payer={payer} choice={choice} charge={charge} setCharge={setCharge} />
        ) : step === 'data' ? (
          <PayerStep
            payer={payer}
            onNext={(given) => {
              setPayer(given)
              setStep('plan')
            }}
          />
        ) : step === 'plan' || !choice ? (
          <Plans
            invoice={invoice}
            subscription={subscription}
            onBack={() => setStep('data')}
            onChoose={(chosen) => {
              setChoice(chosen)
              setStep('review')
            }}
          />
        ) : (
          <ReviewStep
            invoice={invoice}
            subscription={subscription}
            payer={payer}
            choice={choice}
            setChoice={setChoice}
            onBack={() => setStep('plan')}
            onCharged={setCharge}
          />
        )}
      </div>
    </Dialog>
  )
}

/** Moves the focus to the new step, so that it is read out. The dialog focuses the first one. */
function useStepFocus(step: string) {
  const body = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    body.current?.focus({ preventScroll: true })
  }, [step])
  return body
}

interface PlansProps {
  invoice: InvoiceView | null
  subscription: SubscriptionView
  onBack: () => void
  onChoose: (choice: PlanChoice) => void
}

function Plans(props: PlansProps) {
  const { ui } = useTexts()
  const { answer: plans, error, retry } = useFetched((api, signal) => api.get('/plans/list', { signal }))
  if (error !== undefined) return <ErrorState error={error} onRetry={retry} />
  if (!plans) {
    return (
      <p className="checkout-loading row">
        <Spinner /> {ui.loading}
      </p>
    )
  }
  return <PlanStep plans={plans} {...props} />
}

interface PixCodeProps {
  invoice: InvoiceView | null
  payer: Payer
  choice: PlanChoice
  charge: ChargeView
  setCharge: (charge: ChargeView) => void
}

/** An expired code is replaced by a new one on the same terms. */
function PixCode({ invoice, payer, choice, charge, setCharge }: PixCodeProps) {
  const t = useTexts('checkout').checkout.pix
  const { request, requesting, failure } = useRequestCharge(invoice, payer)
  const renew = () => void request(choice).then((next) => next && setCharge(next))
  return (
    <PixStep
      key={charge.chargeId}
      charge={charge}
      failure={failure}
      renew={
        <Button variant="primary" loading={requesting} onClick={renew}>
          {t.renew}
        </Button>
      }
    />
  )
}

function CheckoutSteps({ current }: { current: CheckoutStep }) {
  const t = useTexts('checkout').checkout
  const at = steps.indexOf(current)
  return (
    <ol className="checkout-steps" aria-label={t.stepsLabel}>
      {steps.map((step, index) => (
        <li key={step} aria-current={index === at ? 'step' : undefined} data-done={index < at || undefined}>
          <span className="checkout-step-mark" aria-hidden>
            {index < at ? <Check size={14} /> : index + 1}
          </span>
          <span className="checkout-step-name">{t.steps[step]}</span>
        </li>
      ))}
    </ol>
  )
}

/** The page is reloaded, because the plan may have changed. */
function PaidDialog({ dueDate }: { dueDate: string }) {
  const t = useTexts('checkout').checkout
  const home = homePath(useUser())
  useEffect(() => {
    const timer = setTimeout(() => location.assign(home), homeMs)
    return () => clearTimeout(timer)
  }, [home])
  return (
    <Dialog open title={t.paidTitle} onClose={() => location.assign(home)}>
      <div className="checkout-paid" role="status">
        <CircleCheckBig size={40} aria-hidden />
        <p>
          <strong>{t.renewedUntil(displayDay(dueDate))}</strong>
          <span>{t.goingHome}</span>
        </p>
      </div>
    </Dialog>
  )
}

/** The new due date after a payment, by live event; undefined until then. */
function useRenewal() {
  const { api, live } = useApp()
  const [renewedUntil, setRenewedUntil] = useState<string>()
  useEffect(() => {
    let before: string | undefined
    const read = () => api.get('/subscription').then(({ dueDate }) => dueDate)
    read().then((dueDate) => (before ??= dueDate), reportError)
    const stops = [
      live.subscribe('payment', ({ company }) => setRenewedUntil(company.dueDate)),
      // The payment may be among missed events.
      live.observe('reload', () => {
        read().then((dueDate) => {
          if (before !== undefined && dueDate > before) setRenewedUntil(dueDate)
        }, reportError)
      }),
    ]
    return () => stops.forEach((stop) => stop())
  }, [api, live])
  return renewedUntil
}
