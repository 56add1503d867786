import { useState } from 'react'
import type { InvoiceView, SubscriptionView } from '../../../src/platform/invoice/invoice.calls'
import { customPlanMax, customPlanMin, customPlanPrice } from '../../../src/platform/plan/plan.contract'
import type { PlanView } from '../../../src/platform/plan/plan.calls'
import { useFormat, useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { DialogFooter } from '../../ui/dialog/dialog'
import { Field } from '../../ui/field/field'
import { NumberInput } from '../../ui/field/number-input'

interface PlanStepProps {
  plans: readonly PlanView[]
  invoice: InvoiceView | null
  subscription: SubscriptionView
  onBack: () => void
  onChoose: (choice: PlanChoice) => void
}

/** Choosing a plan continues at once. */
export function PlanStep({ plans, invoice, subscription, onBack, onChoose }: PlanStepProps) {
  const t = useTexts('finance').finance.checkout
  const choices = [presentChoice(subscription, invoice), ...otherChoices(plans, subscription)]
  return (
    <>
      <ul className="checkout-plans plain-list">
        {choices.map((choice) => (
          <li key={choice.plan ?? 'present'} className="checkout-plan column">
            <PlanCard choice={choice} subscription={subscription} onChoose={onChoose} />
          </li>
        ))}
        <li className="checkout-plan column" data-custom>
          <CustomPlan subscription={subscription} onChoose={onChoose} />
        </li>
      </ul>
      <div className="form-foot">
        <DialogFooter>
          <Button onClick={onBack}>{t.back}</Button>
        </DialogFooter>
      </div>
    </>
  )
}

interface PlanCardProps {
  choice: PlanChoice
  subscription: SubscriptionView
  onChoose: (choice: PlanChoice) => void
}

function PlanCard({ choice, subscription, onChoose }: PlanCardProps) {
  const { finance, session } = useTexts('finance')
  const t = finance.checkout
  const format = useFormat()
  const isPresent = choice.plan === null
  const lacking = isPresent ? [] : tooSmallFor(subscription, choice)
  return (
    <>
      <h3>
        <bdi>{choice.name}</bdi>
        {isPresent && <span className="checkout-present note-text">{t.plan.present}</span>}
      </h3>
      <p className="checkout-price">
        <strong>{format.currency(choice.price)}</strong>
        <span>{isPresent ? finance.recurrences[subscription.recurrence] : finance.recurrences.MENSAL}</span>
      </p>
      <p className="checkout-size">{session.planLimits(choice, format.number)}</p>
      {lacking.length > 0 ? (
        <p className="checkout-lacking">
          {lacking.map((name) => t.plan.inUse[name](subscription.used[name])).join(' ')}
        </p>
      ) : (
        <Button
          variant={isPresent ? 'primary' : 'secondary'}
          wide
          aria-label={t.plan.chooseNamed(choice.name)}
          onClick={() => onChoose(choice)}
        >
          {t.plan.choose}
        </Button>
      )}
    </>
  )
}

interface CustomPlanProps {
  subscription: SubscriptionView
  onChoose: (choice: PlanChoice) => void
}

function CustomPlan({ subscription, onChoose }: CustomPlanProps) {
  const { finance, ui } = useTexts('finance')
  const t = finance.checkout
  const format = useFormat()
  const errorOf = (count: number | null, from: number) =>
    fits(count, from)
      ? null
      : ui.wholeNumber.between(format.number(from), format.number(customPlanMax), format.number(from))
  const least = leastCustomSize(subscription)
  const [users, setUsers] = useState<number | null>(least.users)
  const [connections, setConnections] = useState<number | null>(least.connections)
  const isValid = fits(users, least.users) && fits(connections, least.connections)
  const choice = customChoice(
    subscription,
    isValid ? (users ?? 0) : least.users,
    isValid ? (connections ?? 0) : least.connections,
  )
  return (
    <>
      <h3>{t.plan.custom}</h3>
      <p className="checkout-price" aria-live="polite">
        <strong>{isValid ? format.currency(choice.price) : '—'}</strong>
        <span>{finance.recurrences.MENSAL}</span>
      </p>
      <div className="checkout-custom">
        <Field label={t.plan.users} help={t.plan.least(least.users)} error={errorOf(users, least.users)}>
          <NumberInput value={users} onValueChange={setUsers} min={least.users} max={customPlanMax} />
        </Field>
        <Field
          label={t.plan.connections}
          help={t.plan.least(least.connections)}
          error={errorOf(connections, least.connections)}
        >
          <NumberInput value={connections} onValueChange={setConnections} min={least.connections} max={customPlanMax} />
        </Field>
      </div>
      <Button wide disabled={!isValid} aria-label={t.plan.chooseNamed(t.plan.custom)} onClick={() => onChoose(choice)}>
        {t.plan.choose}
      </Button>
    </>
  )
}

const fits = (count: number | null, least: number) =>
  count !== null && Number.isInteger(count) && count >= least && count <= customPlanMax

interface PlanSize {
  users: number
  connections: number
  queues: number
}

export interface PlanChoice extends PlanSize {
  /** Null for the current plan. */
  plan: number | 'custom' | null
  name: string
  price: number
}

function presentChoice({ plan }: SubscriptionView, invoice: InvoiceView | null): PlanChoice {
  if (!invoice) return { plan: null, name: plan.name, ...sizeOf(plan), price: plan.amount }
  return { plan: null, name: invoice.detail, ...sizeOf(invoice), price: invoice.value }
}

function otherChoices(plans: readonly PlanView[], { plan: present }: SubscriptionView): PlanChoice[] {
  return plans
    .filter(({ id, amount }) => id !== present.id && amount > 0)
    .map((plan) => ({ plan: plan.id, name: plan.name, ...sizeOf(plan), price: plan.amount }))
}

function customChoice({ plan, customPlan }: SubscriptionView, users: number, connections: number): PlanChoice {
  const size = { users, connections, queues: plan.queues }
  return { plan: 'custom', name: '', ...size, price: customPlanPrice(size, customPlan) }
}

function leastCustomSize({ used }: SubscriptionView) {
  return { users: Math.max(customPlanMin, used.users), connections: Math.max(customPlanMin, used.connections) }
}

/** Returns the resources of which the company uses more than the plan allows. */
function tooSmallFor({ used }: SubscriptionView, size: PlanSize) {
  return (['users', 'connections', 'queues'] as const).filter((name) => used[name] > size[name])
}

const sizeOf = ({ users, connections, queues }: PlanSize): PlanSize => ({ users, connections, queues })
