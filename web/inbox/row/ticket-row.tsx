import {
  Bot,
  Eye,
  Users,
  CircleCheck,
  Clock,
  MessagesSquare,
  ShieldQuestionMark,
  Star,
  type LucideIcon,
  AlarmClock,
} from '../../ui/icons'
import { memo, useDeferredValue, type MouseEvent, type ReactNode, Fragment, type KeyboardEvent } from 'react'
import type { TicketView } from '../../../src/ticket/ticket.answers'
import { useUser } from '../../app/app-context'
import { useTexts, useFormat, useNow } from '../../i18n/i18n'
import { links } from '../../app/links'
import { isAdmin } from '../../app/screen-access'
import { Avatar } from '../../ui/display/avatar'
import { Badge } from '../../ui/display/labels'
import { Link } from '../../ui/display/link'
import { tooltip } from '../../ui/popup/tooltip'
import { isTouch } from '../../message/composer/growing-text'
import { CutText } from '../../ui/display/cut-text'
import { cutText } from '../../ui/text/cut-text'
import { useInbox } from '../state/inbox-context'
import { TicketRowActions } from './ticket-row-actions'
import { TicketRowTags } from './ticket-row-tags'
import { useSignals } from '@preact/signals-react/runtime'
import type { TicketStatus } from '../../../src/ticket/ticket-status'
import { useComputed } from '@preact/signals-react'
import { plainText } from '../../message/bubble/format-text'
import { LastMessage } from '../../message/last-message'
import { markWords } from '../../message/mark-words'
import { ConnectionIcon } from '../../ticket/connection-icon'
import { DueChip } from '../../ticket/due-chip'
import { PriorityMark } from '../../ticket/priority-mark'
import { minuteMs } from '../../../src/kernel/time/durations.contract'

const lengthMax = 40

const icons: Record<TicketStatus, LucideIcon> = {
  pending: Clock,
  open: MessagesSquare,
  group: Users,
  closed: CircleCheck,
  nps: Star,
  lgpd: ShieldQuestionMark,
}

const nameLengthMax = 60

export const TicketRow = memo(function TicketRow({ ticket, current }: { ticket: TicketView; current: boolean }) {
  const { id, uuid, contact, queue, tags, unreadMessages, hit } = ticket
  const { targetMessage } = useInbox()
  const t = useTexts().ticket.row
  const whole = contact.name.trim() || contact.number || t.noName
  const name = cutText(whole, nameLengthMax)
  return (
    <article
      className="ticket-row row gap-3"
      data-ticket={id}
      data-current={current || undefined}
      data-unread={unreadMessages > 0 || undefined}
      style={queue ? { '--queue-colour': queue.color } : undefined}
    >
      <Avatar name={contact.name} src={contact.urlPicture} size={40} />
      <Later>
        <RowCheck id={id} name={name} />
      </Later>
      <div className="ticket-row-text grows">
        <div className="ticket-row-line row ticket-row-head">
          {ticket.isGroup && <Users size={14} className="ticket-row-kind" role="img" aria-label={t.group} />}
          <Link
            className="ticket-row-link"
            href={hit ? links.ticketAt(uuid, hit.messageId) : links.ticket(uuid)}
            tabIndex={-1}
            onClick={(event) => {
              targetMessage.value = hit && { uuid, messageId: hit.messageId }
              // Pressing the open ticket's row again continues the answer.
              if (current && !isModified(event) && (event.detail === 0 || !isTouch())) focusAnswer()
            }}
            dir="auto"
            aria-current={current ? 'page' : undefined}
          >
            <CutText text={whole} max={nameLengthMax} />
          </Link>
          <RowFacts ticket={ticket} />
          <RowTime ticket={ticket} />
        </div>
        <div className="ticket-row-line row">
          <RowMessage ticket={ticket} current={current} />
          <TicketRowTags tags={tags} />
          <DueChip due={ticket.due} />
          <Badge count={unreadMessages} kind="brand" label={t.unread(unreadMessages)} />
        </div>
      </div>
      <Later>
        <TicketRowActions ticket={ticket} />
      </Later>
    </article>
  )
})

/** What is shown only on hover is half of a row, so it is rendered after the rows can be used. */
function Later({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) && children
}

function RowFacts({ ticket }: { ticket: TicketView }) {
  const t = useTexts().ticket.row
  const me = useUser()
  const { queue, user, isBot, seenBy } = ticket
  const isOthers = user !== null && user.id !== me.id
  return (
    <span className="ticket-row-facts row">
      <span className="ticket-row-queue grows">
        <span>{queue?.name ?? t.noQueue}</span>
      </span>
      {seenBy && seenBy.id !== me.id && (
        <span className="ticket-row-seen inline-row" {...tooltip(t.seenBy(seenBy.name))}>
          <Eye size={13} aria-hidden />
          {t.seenBy(seenBy.name.split(' ')[0] ?? '')}
        </span>
      )}
      <PriorityMark priority={ticket.priority} />
      <TicketRowState status={ticket.status} />
      {isBot && (
        <span className="ticket-row-kind" role="img" aria-label={t.bot} {...tooltip(t.bot)}>
          <Bot size={14} aria-hidden />
        </span>
      )}
      {isAdmin(me) && isOthers && (
        <span className="ticket-row-owner" {...tooltip(t.owner(user.name))}>
          <Avatar name={user.name} label={t.owner(user.name)} size={18} />
        </span>
      )}
      <ConnectionIcon ticket={ticket} />
    </span>
  )
}

const isModified = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => ctrlKey || metaKey || shiftKey

function focusAnswer() {
  document.querySelector<HTMLElement>('.conversation textarea')?.focus()
}

/** The status of a ticket where the list does not imply it: in search results, and while the contact is being asked. */
function TicketRowState({ status }: { status: TicketStatus }) {
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

/** The found message or the last message; on a row whose conversation is closed, its draft. */
function RowMessage({ ticket, current }: { ticket: TicketView; current: boolean }) {
  useSignals()
  const { drafts, model } = useInbox()
  const t = useTexts().ticket.row
  // Renders again only when the draft of this row changes.
  const isSearch = model.shown.value === 'search'
  const text = useComputed(() => drafts.texts.value.get(ticket.id) ?? '').value
  const files = useComputed(() => drafts.fileCounts.value.get(ticket.id) ?? 0).value
  if (isSearch && ticket.hit) return <FoundMessage excerpt={ticket.hit.excerpt} text={model.search.value.text} />
  if ((text === '' && files === 0) || current) return <LastMessage ticket={ticket} lengthMax={lengthMax} />
  const draft = [files > 0 ? t.draftFiles(files) : '', text].filter(Boolean).join(' · ')
  return (
    <span className="last-message grows row gap-1">
      <b className="ticket-row-draft">{t.draft}</b>
      <span dir="auto">{cutText(draft.replace(/\s+/g, ' '), lengthMax)}</span>
    </span>
  )
}

function FoundMessage({ excerpt, text }: { excerpt: string; text: string }) {
  return (
    <span className="last-message grows row gap-1">
      <span dir="auto">
        {markWords(plainText(excerpt), text).map((part, index) =>
          part.isMarked ? <mark key={index}>{part.text}</mark> : <Fragment key={index}>{part.text}</Fragment>,
        )}
      </span>
    </span>
  )
}

/** A snoozed ticket's return, a waiting contact's time, else the last change. Renders alone as time passes. */
function RowTime({ ticket: { updatedAt, waitingSince, snoozedUntil } }: { ticket: TicketView }) {
  if (snoozedUntil !== null) return <SnoozeTime until={snoozedUntil} />
  return waitingSince === undefined ? <ChangeTime at={updatedAt} /> : <WaitingTime since={waitingSince} />
}

function SnoozeTime({ until }: { until: string }) {
  const t = useTexts().conversation.snooze
  const format = useFormat()
  const at = format.dateTime(until)
  return (
    <span className="ticket-row-snooze inline-row tabular" {...tooltip(t.until(at))}>
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
      className="ticket-row-wait inline-row note-text"
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

/** Over the picture: selects the row; with Shift, everything from the row selected last. */
function RowCheck({ id, name }: { id: number; name: string }) {
  useSignals()
  const { selection, listedIds } = useInbox()
  const t = useTexts().ticket.selection
  // Renders again only when this row is selected or not.
  const isSelected = useComputed(() => selection.ids.value.has(id)).value

  function onClick({ shiftKey }: MouseEvent) {
    if (shiftKey) selection.extendTo(id, listedIds())
    else selection.toggle(id)
  }

  // Escape also returns to the row, whose own Escape comes too late for a selection begun with the mouse.
  function onKeyDown({ key }: KeyboardEvent) {
    if (key === 'Escape') selection.clear()
  }

  return (
    <label className="ticket-row-check">
      <input
        type="checkbox"
        className="checkbox"
        tabIndex={-1}
        aria-label={t.select(name)}
        checked={isSelected}
        onClick={onClick}
        onKeyDown={onKeyDown}
        // Handled by the click, which knows whether Shift is pressed.
        onChange={() => {}}
      />
    </label>
  )
}

const hourMinutes = 60
const dayMinutes = 24 * hourMinutes

/** From here a waiting contact is shown in amber, then in red. Companies have no setting for it. */
const lateMinutes = 15
const overdueMinutes = 60

type WaitingLevel = 'normal' | 'late' | 'overdue'

interface WaitedTime {
  /** "5 min", "3 h", "2 d": the same in every language. */
  text: string
  level: WaitingLevel
}

/** How long a contact has waited. A clock that is behind the server's shows no negative time. */
export function waitingTime(sinceMs: number, nowMs: number): WaitedTime {
  const minutes = Math.max(0, Math.floor((nowMs - sinceMs) / minuteMs))
  const level = minutes >= overdueMinutes ? 'overdue' : minutes >= lateMinutes ? 'late' : 'normal'
  if (minutes < hourMinutes) return { text: `${Math.max(1, minutes)} min`, level }
  if (minutes < dayMinutes) return { text: `${Math.floor(minutes / hourMinutes)} h`, level }
  return { text: `${Math.floor(minutes / dayMinutes)} d`, level }
}
