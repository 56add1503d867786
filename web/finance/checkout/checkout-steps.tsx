import { useTexts } from '../../i18n/i18n'
import { Check } from '../../ui/icons'

const steps = ['data', 'plan', 'review', 'pix'] as const
type CheckoutStep = (typeof steps)[number]

export function CheckoutSteps({ current }: { current: CheckoutStep }) {
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
