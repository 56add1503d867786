import { Check, CheckCheck, CircleAlert, Clock3 } from 'lucide-react'
import { useTexts } from '../i18n/i18n'
import type { DeliveryState } from './shown-message'

const icons = {
  pending: Clock3,
  sent: Check,
  delivered: CheckCheck,
  read: CheckCheck,
  played: CheckCheck,
  failed: CircleAlert,
}

/** How far a message of ours has come: clock, one tick, two, two coloured, or a warning. */
export function DeliveryMark({ state }: { state: DeliveryState }) {
  const label = useTexts().message.marks[state]
  const Icon = icons[state]
  return (
    <span className="delivery-mark" data-state={state} role="img" aria-label={label} title={label}>
      <Icon size={state === 'pending' || state === 'failed' ? 13 : 16} strokeWidth={2.25} aria-hidden />
    </span>
  )
}
