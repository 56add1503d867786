import type { TicketView } from '../../../src/ticket/ticket.answers'
import { useFormat, useNow, useTexts } from '../../i18n/i18n'
import { Clock } from '../../ui/icons'
import { waitingTime } from './waiting-time'

/** How long a waiting contact has waited; on other rows the time of the last change. Renders alone as time passes. */
export function RowTime({ ticket: { updatedAt, waitingSince } }: { ticket: TicketView }) {
  return waitingSince === undefined ? <ChangeTime at={updatedAt} /> : <WaitingTime since={waitingSince} />
}

function ChangeTime({ at }: { at: string }) {
  const format = useFormat()
  const now = useNow()
  return (
    <time className="ticket-row-time" dateTime={at} title={format.dateTime(at)}>
      {format.listTime(at, now)}
    </time>
  )
}

function WaitingTime({ since }: { since: string }) {
  const t = useTexts().ticket.row
  const format = useFormat()
  const { text, level } = waitingTime(Date.parse(since), useNow())
  return (
    <time
      className="ticket-row-wait"
      data-level={level}
      dateTime={since}
      title={t.waitingSince(format.dateTime(since))}
    >
      <Clock size={12} aria-hidden />
      <span className="visually-hidden">{t.waiting}</span>
      {text}
    </time>
  )
}
