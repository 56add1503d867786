import { useSignals } from '@preact/signals-react/runtime'
import { CircleCheck, Clock, MessagesSquare, ShieldQuestionMark, Star, Users, type LucideIcon } from '../../ui/icons'
import type { TicketStatus } from '../../../src/ticket/ticket-status'
import { useTexts } from '../../i18n/i18n'
import { tooltip } from '../../ui/popup/tooltip'
import { useInbox } from '../state/inbox-context'

const icons: Record<TicketStatus, LucideIcon> = {
  pending: Clock,
  open: MessagesSquare,
  group: Users,
  closed: CircleCheck,
  nps: Star,
  lgpd: ShieldQuestionMark,
}

/** The status of a ticket where the list does not imply it: in search results, and while the contact is being asked. */
export function TicketRowState({ status }: { status: TicketStatus }) {
  useSignals()
  const { model } = useInbox()
  const label = useTexts().conversation.status[status]
  const Icon = icons[status]
  if (model.shown.value !== 'search' && status !== 'lgpd' && status !== 'nps') return null
  return (
    <span className="ticket-row-state" data-status={status} role="img" aria-label={label} {...tooltip(label)}>
      <Icon size={14} aria-hidden />
    </span>
  )
}
