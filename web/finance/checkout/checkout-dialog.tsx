import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { InvoiceView, SubscriptionView } from '../../../src/platform/invoice/invoice.calls'
import type { ChargeView } from '../../../src/platform/payment/payment.calls'
import { useTexts, useFormat } from '../../i18n/i18n'
import { Dialog } from '../../ui/dialog/dialog'
import { Button } from '../../ui/button/button'
import { ErrorState } from '../../ui/feedback/feedback'
import { Spinner } from '../../ui/feedback/spinner'
import { PlanStep, type PlanChoice } from './plan-step'
import { ReviewStep, ChargeFailure, useRequestCharge, PayerStep, type Payer, usePayer } from './review-step'
import { useFetched } from '../../app/use-fetched'
import { Check, CircleCheckBig, Clock, Copy } from '../../ui/icons'
import { useUser, useApp } from '../../app/app-context'
import { homePath } from '../../app/home-path'
import { displayDay } from '../../i18n/format'
import { useCopy } from '../../ui/text/copy-text'

const homeMs = 4000

const steps = ['data', 'plan', 'review', 'pix'] as const

type CheckoutStep = (typeof steps)[number]

interface CheckoutDialogProps {
  /** Null if there is none yet: paying creates it. */
  invoice: InvoiceView | null
  subscription: SubscriptionView
  close: () => void
}

export function CheckoutDialog({ invoice, subscription, close }: CheckoutDialogProps) {
  const t = useTexts('finance').finance.checkout
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
  const t = useTexts('finance').finance.checkout.pix
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
  const t = useTexts('finance').finance.checkout
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
  const t = useTexts('finance').finance.checkout
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

function PixStep({ charge, renew, failure }: { charge: ChargeView; renew: ReactNode; failure: unknown }) {
  const t = useTexts('finance').finance.checkout.pix
  const format = useFormat()
  const left = useSecondsLeft(charge.secondsLeft)
  const expired = left === 0
  const value = format.currency(Number(charge.valor.original))
  return (
    <div className="checkout-pix">
      <p className="checkout-pix-value">{value}</p>
      {expired ? (
        <div className="checkout-expired">
          <p role="status">{t.expired}</p>
          {renew}
          <ChargeFailure failure={failure} />
        </div>
      ) : (
        <>
          <p className="checkout-hint">{t.how}</p>
          <img
            className="checkout-qr"
            src={charge.qrcode.imagemQrcode}
            alt={t.picture(value)}
            width={264}
            height={264}
          />
          <PixText code={charge.pixCopiaECola} />
          <p className="checkout-waiting" role="status">
            <Spinner /> {charge.provider === 'static' ? t.waitingForHost : t.waiting}
          </p>
          {left !== null && (
            <p className="checkout-hint">
              <Clock size={14} aria-hidden /> {t.validFor(format.clock(left))}
            </p>
          )}
        </>
      )}
    </div>
  )
}

function PixText({ code }: { code: string }) {
  const t = useTexts('finance').finance.checkout.pix
  const { copied, copy } = useCopy()
  return (
    <div className="checkout-code">
      <input
        className="checkout-code-text grows"
        aria-label={t.code}
        readOnly
        value={code}
        onFocus={(event) => event.target.select()}
      />
      <Button variant="primary" icon={copied ? Check : Copy} onClick={() => copy(code)}>
        {copied ? t.copied : t.copy}
      </Button>
    </div>
  )
}

/** Counted from the server's answer, because this device's clock may be wrong. */
function useSecondsLeft(seconds: number | null) {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    if (seconds === null) return
    const end = performance.now() + seconds * 1000
    const tick = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000)))
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [seconds])
  return left
}
