import { useSignals } from '@preact/signals-react/runtime'
import type { NotificationView } from '../../src/notification/notification.calls'
import { AlarmClock, ArrowLeftRight, AtSign, BellRing, CalendarX, Lock, Hourglass, TriangleAlert } from '../ui/icons'
import { useEffect, useState } from 'react'
import type { FramePanelProps } from '../app/frame-panel'
import { useFormat, useNow, useTexts } from '../i18n/i18n'
import { links } from '../app/links'
import { Avatar } from '../ui/display/avatar'
import { Badge } from '../ui/display/labels'
import { Button } from '../ui/button/button'
import { EmptyState } from '../ui/feedback/feedback'
import { Link } from '../ui/display/link'
import { CutText } from '../ui/display/cut-text'
import { cutText } from '../ui/text/cut-text'
import { placeOf } from './notification-rules'
import { LastMessage } from '../message/last-message'
import { useNotifications } from './notification-model'
import { contactEditIcons } from '../ticket/contact-edit-icons'

const shownMax = 30
const nameLengthMax = 60

export function panel({ close }: FramePanelProps) {
  const t = useTexts().ticket.notifications
  const { seeWaiting } = useNotifications()
  useEffect(() => seeWaiting, [seeWaiting])
  return (
    <div className="notification-panel">
      <PermissionQuestion />
      <Personal close={close} />
      <h2 className="panel-title">{t.title}</h2>
      <UnreadTickets close={close} />
    </div>
  )
}

const kindIcons = {
  transfer: ArrowLeftRight,
  privateNote: Lock,
  mention: AtSign,
  snoozeEnded: AlarmClock,
  scheduleRefused: CalendarX,
  ruleOff: TriangleAlert,
  slaWarned: Hourglass,
  slaBreached: TriangleAlert,
  ...contactEditIcons,
} as const

function Personal({ close }: FramePanelProps) {
  useSignals()
  const { personal, read, readAll } = useNotifications()
  const t = useTexts().ticket.notifications
  const format = useFormat()
  const now = useNow()
  if (personal.value.length === 0) return null
  return (
    <section>
      <div className="notification-heading row gap-0">
        <h2 className="panel-title">{t.forYou}</h2>
        <Button size="s" variant="ghost" onClick={readAll}>
          {t.clear}
        </Button>
      </div>
      <ul>
        {personal.value.slice(0, shownMax).map((one) => {
          const { id, kind, contact, from, text, createdAt } = one
          return (
            <li key={id}>
              <Link
                className="notification-entry"
                href={placeOf(one)}
                onClick={() => {
                  read(one)
                  close()
                }}
              >
                <NotificationIcon kind={kind} />
                <span className="notification-text grows">
                  <span className="notification-line row">
                    <span className="notification-what grows" dir="auto">
                      {t.personal[kind](from?.name ?? null, cutText(contact.name, nameLengthMax))}
                    </span>
                    <time dateTime={createdAt}>{format.listTime(createdAt, now)}</time>
                  </span>
                  {text !== '' && (
                    <span className="notification-note truncate" dir="auto">
                      {text}
                    </span>
                  )}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function NotificationIcon({ kind }: Pick<NotificationView, 'kind'>) {
  const Icon = kindIcons[kind]
  return (
    <span className="notification-icon" data-kind={kind}>
      <Icon size={16} aria-hidden />
    </span>
  )
}

function UnreadTickets({ close }: FramePanelProps) {
  useSignals()
  const notifications = useNotifications()
  const t = useTexts().ticket
  const format = useFormat()
  const now = useNow()
  const tickets = notifications.tickets.value
  const rest = tickets.length + notifications.uncounted.value - Math.min(tickets.length, shownMax)
  if (tickets.length === 0) {
    return <EmptyState compact icon={BellRing} title={t.notifications.empty} text={t.notifications.emptyText} />
  }
  return (
    <>
      <ul>
        {tickets.slice(0, shownMax).map((ticket) => (
          <li key={ticket.id}>
            <Link className="notification-entry" href={links.ticket(ticket.uuid)} onClick={close}>
              <Avatar name={ticket.contact.name} src={ticket.contact.urlPicture} size={36} />
              <span className="notification-text grows">
                <span className="notification-line row">
                  <span className="notification-name truncate" dir="auto">
                    <CutText text={ticket.contact.name} max={nameLengthMax} />
                  </span>
                  <time dateTime={ticket.updatedAt}>{format.listTime(ticket.updatedAt, now)}</time>
                </span>
                <span className="notification-line row">
                  <LastMessage ticket={ticket} />
                  <Badge count={ticket.unreadMessages} kind="brand" label={t.row.unread(ticket.unreadMessages)} />
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="notification-more">{t.notifications.more(rest)}</p>}
    </>
  )
}

/** Only after a press: browsers reject permission requests without one. */
function PermissionQuestion() {
  const t = useTexts().ticket.notifications
  const [permission, setPermission] = useState(() => ('Notification' in window ? Notification.permission : 'granted'))
  if (permission === 'granted') return null
  if (permission === 'denied') return <p className="notification-ask stack note-text">{t.denied}</p>
  return (
    <div className="notification-ask stack note-text">
      <p>{t.allowText}</p>
      <Button size="s" icon={BellRing} onClick={() => Notification.requestPermission().then(setPermission)}>
        {t.allow}
      </Button>
    </div>
  )
}
