import type { InvoiceView, SubscriptionView } from '../../../src/platform/invoice/invoice.calls'
import { formatTaxDocument } from '../../../src/platform/payment/checkout/tax-document.contract'
import type { ChargeView } from '../../../src/platform/payment/payment.calls'
import { displayDay } from '../../i18n/display-day'
import { useErrorText, useFormat, useTexts } from '../../i18n/i18n'
import { DialogFooter } from '../../ui/dialog/dialog'
import { FailureText } from '../../ui/field/failure-text'
import { Button } from '../../ui/button/button'
import { useUi } from '../../ui/context/ui-context'
import type { Payer } from './payer-step'
import type { PlanChoice } from './plan-choice'
import { useRequestCharge } from './use-request-charge'

interface ReviewStepProps {
  invoice: InvoiceView | null
  subscription: SubscriptionView
  payer: Payer
  choice: PlanChoice
  setChoice: (choice: PlanChoice) => void
  onBack: () => void
  onCharged: (charge: ChargeView) => void
}

export function ReviewStep({ invoice, subscription, payer, choice, setChoice, onBack, onCharged }: ReviewStepProps) {
  const { checkout: t, finance, session } = useTexts('checkout', 'finance')
  const format = useFormat()
  const { toast } = useUi()
  const { request, requesting, failure } = useRequestCharge(invoice, payer, (price) => setChoice({ ...choice, price }))
  const isPresent = choice.plan === null
  const name = choice.plan === 'custom' ? t.plan.custom : choice.name

  async function pay() {
    const charge = await request(choice)
    if (!charge) return
    toast.success(t.charged)
    onCharged(charge)
  }

  return (
    <>
      <dl className="checkout-review">
        <dt>{t.data.name}</dt>
        <dd>
          <bdi>{payer.name}</bdi>
        </dd>
        <dt>{t.data.document}</dt>
        <dd>{formatTaxDocument(payer.document)}</dd>
        <dt>{finance.plan}</dt>
        <dd>
          <bdi>{name}</bdi>
          <span>{session.planLimits(choice, format.number)}</span>
        </dd>
        <dt>{finance.dueDate}</dt>
        <dd>{displayDay(invoice?.dueDate ?? subscription.dueDate)}</dd>
        <dt>{t.review.billing}</dt>
        <dd>{isPresent ? finance.recurrences[subscription.recurrence] : finance.recurrences.MENSAL}</dd>
        <dt className="checkout-total">{t.review.total}</dt>
        <dd className="checkout-total">{format.currency(choice.price)}</dd>
      </dl>
      {!isPresent && <p className="checkout-hint">{t.review.changesWhenPaid}</p>}
      <div className="form-foot">
        <ChargeFailure failure={failure} />
        <DialogFooter>
          <Button onClick={onBack}>{t.back}</Button>
          <Button variant="primary" loading={requesting} onClick={() => pay()}>
            {finance.pay.button}
          </Button>
        </DialogFooter>
      </div>
    </>
  )
}

export function ChargeFailure({ failure }: { failure: unknown }) {
  const errorText = useErrorText()
  return (
    <div role="alert" className="form-failure-region">
      {failure !== undefined && <FailureText>{errorText(failure)}</FailureText>}
    </div>
  )
}
