import type { TicketView } from '../../../src/ticket/ticket.answers'
import { useTexts } from '../../i18n/i18n'
import { ConnectionIcon } from '../../ticket/connection-icon'
import { DueChip } from '../../ticket/due-chip'
import { PriorityMark } from '../../ticket/priority-mark'
import { Star, ArrowLeft } from '../../ui/icons'
import { StatusPill } from '../../ui/display/labels'
import { tooltip } from '../../ui/popup/tooltip'
import { links } from '../../app/links'
import { Link } from '../../ui/display/link'

const statusKinds = {
  open: 'success',
  group: 'success',
  pending: 'warning',
  nps: 'info',
  lgpd: 'info',
  closed: 'neutral',
} as const

export function TicketAbout({ ticket }: { ticket: TicketView }) {
  const t = useTexts().conversation
  const { id, status, queue, user, userRating } = ticket
  return (
    <span className="conversation-about row wraps note-text">
      <StatusPill kind={statusKinds[status]}>{t.status[status]}</StatusPill>
      <ConnectionIcon ticket={ticket} />
      <PriorityMark priority={ticket.priority} />
      <DueChip due={ticket.due} />
      <span data-tabular>{t.number(id)}</span>
      <span className="conversation-queue" style={queue ? { '--queue-colour': queue.color } : undefined}>
        {queue?.name ?? t.noQueue}
      </span>
      {user && <span className="roomy-only truncate">{t.with(user.name)}</span>}
      {userRating && (
        <span
          className="conversation-rating inline-row"
          aria-label={t.rating(userRating.rate)}
          {...tooltip(t.rating(userRating.rate))}
        >
          <Star size={12} fill="currentColor" aria-hidden />
          {userRating.rate}
        </span>
      )}
    </span>
  )
}

export function BackToList() {
  const t = useTexts().conversation
  return (
    <Link
      className="icon-button phone-only"
      href={links.tickets()}
      aria-label={t.back}
      {...tooltip(t.back)}
      data-size="m"
    >
      <ArrowLeft size={20} aria-hidden />
    </Link>
  )
}
