import type { TicketView } from '../../../src/ticket/ticket.answers'
import { useFormat, useNow, useTexts } from '../../i18n/i18n'
import { AlarmClock, Clock } from '../../ui/icons'
import { tooltip } from '../../ui/popup/tooltip'
import { waitingTime } from './waiting-time'

/** A snoozed ticket's return, a waiting contact's time, else the last change. Renders alone as time passes. */
export function RowTime({ ticket: { updatedAt, waitingSince, snoozedUntil } }: { ticket: TicketView }) {
  if (snoozedUntil !== null) return <SnoozeTime until={snoozedUntil} />
  return waitingSince === undefined ? <ChangeTime at={updatedAt} /> : <WaitingTime since={waitingSince} />
}

function SnoozeTime({ until }: { until: string }) {
  const t = useTexts().conversation.snooze
  const format = useFormat()
  const at = format.dateTime(until)
  return (
    <span className="ticket-row-snooze tabular" {...tooltip(t.until(at))}>
      <AlarmClock size={13} aria-hidden />
      {at}
    </span>
  )
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
