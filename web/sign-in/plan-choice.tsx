import { Check } from '../ui/icons'
import { isUsableFeature } from '../../src/channel/channel-rules.contract'
import { planFlags } from '../../src/kernel/company/company-plan.contract'
import type { PlanView } from '../../src/platform/plan/plan.calls'
import { useFormat, useTexts } from '../i18n/i18n'
import type { FieldControl } from '../ui/form/form-field'

interface PlanChoiceProps extends FieldControl<number | null> {
  id: string
  plans: readonly PlanView[]
}

export function PlanChoice({ id, plans, value, onValueChange, onBlur }: PlanChoiceProps) {
  const [first] = plans
  return (
    <div className="plan-choice">
      {plans.map((plan) => (
        <label key={plan.id} className="plan-card">
          <input
            type="radio"
            name="planId"
            id={plan === first ? id : undefined}
            value={plan.id}
            checked={value === plan.id}
            onChange={() => onValueChange(plan.id)}
            onBlur={onBlur}
          />
          <PlanText plan={plan} />
        </label>
      ))}
    </div>
  )
}

function PlanText({ plan }: { plan: PlanView }) {
  const { signup: t, session } = useTexts('signup')
  const format = useFormat()
  const held = planFlags.filter((flag) => plan[flag] && isUsableFeature(flag))
  return (
    <span className="plan-card-text">
      <span className="plan-card-head">
        <bdi className="plan-card-name">{plan.name}</bdi>
        <span className="plan-card-price">
          <strong className="tabular">{format.currency(plan.amount)}</strong> {t.perMonth}
        </span>
      </span>
      <span className="plan-card-limits">{session.planLimits(plan, format.number)}</span>
      <span className="plan-card-flags">
        {held.map((flag) => (
          <span key={flag}>
            <Check size={12} aria-hidden />
            {t.flags[flag]}
          </span>
        ))}
      </span>
    </span>
  )
}
