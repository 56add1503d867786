import { Check, CheckCheck, CircleAlert, Clock3, CloudOff } from '../../ui/icons'
import { useTexts } from '../../i18n/i18n'
import type { DeliveryState } from '../shown-message'

const icons = {
  pending: Clock3,
  offline: CloudOff,
  sent: Check,
  delivered: CheckCheck,
  read: CheckCheck,
  played: CheckCheck,
  failed: CircleAlert,
}

interface DeliveryMarkProps {
  state: DeliveryState
  /** Why it waits. */
  reason?: string | undefined
}

/** The delivery state of our message: clock, no network, one tick, two, two coloured, or a warning. */
export function DeliveryMark({ state, reason }: DeliveryMarkProps) {
  const mark = useTexts().message.marks[state]
  const label = reason === undefined ? mark : `${mark}: ${reason}`
  const Icon = icons[state]
  return (
    <span className="delivery-mark" data-state={state} role="img" aria-label={label} title={label}>
      <Icon size={icons[state] === Check || icons[state] === CheckCheck ? 16 : 13} strokeWidth={2.25} aria-hidden />
    </span>
  )
}
