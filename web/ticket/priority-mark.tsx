import type { TicketPriority } from '../../src/ticket/ticket-priority.contract'
import { useTexts } from '../i18n/i18n'
import { ArrowDown, ArrowUp, CircleAlert, Minus, type LucideIcon } from '../ui/icons'
import { tooltip } from '../ui/popup/tooltip'

export const priorityIcons: Record<TicketPriority, LucideIcon> = {
  low: ArrowDown,
  normal: Minus,
  high: ArrowUp,
  urgent: CircleAlert,
}

/** Nothing for the normal one. */
export function PriorityMark({ priority }: { priority: TicketPriority }) {
  const t = useTexts().ticket.priority
  if (priority === 'normal') return null
  const Icon = priorityIcons[priority]
  const label = t.of(t.names[priority])
  return (
    <span className="priority-mark" data-priority={priority} role="img" aria-label={label} {...tooltip(label)}>
      <Icon size={14} aria-hidden />
    </span>
  )
}
