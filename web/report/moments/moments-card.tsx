import { minuteMs } from '../../../src/kernel/time/durations.contract'
import { memo } from 'react'
import type { TicketView } from '../../../src/ticket/ticket.answers'
import { useUser } from '../../app/app-context'
import { links } from '../../app/links'
import { isAdmin } from '../../app/screen-access'
import { useFormat, useNow, useTexts } from '../../i18n/i18n'
import { LastMessage } from '../../message/last-message'
import { Avatar } from '../../ui/display/avatar'
import { Badge } from '../../ui/display/badge'
import { Chip } from '../../ui/display/chip'
import { CutText } from '../../ui/display/cut-text'
import { Hourglass, MessagesSquare } from '../../ui/icons'
import { Link } from '../../ui/display/link'
import type { MomentsCard as Card } from './moments-model'

/** Characters of names and messages, from the specification. */
const lengthMax = 30
const amberMinutes = 10
const redMinutes = 30

export const MomentsCard = memo(function MomentsCard({ card: { key, agent, tickets } }: { card: Card }) {
  const { moments: t } = useTexts('moments')
  const user = useUser()
  const Icon = key === 'groups' ? MessagesSquare : Hourglass
  const mayOpen = isAdmin(user) || agent?.id === user.id
  const name = agent?.name ?? (key === 'groups' ? t.groups : t.pending)
  return (
    <li className="moments-card" aria-label={name} data-pending={key === 'pending' || undefined}>
      <header className="moments-card-head">
        {agent ? (
          <Avatar name={name} src={agent.profileImage} size={32} online={agent.online} />
        ) : (
          <Icon size={20} aria-hidden />
        )}
        <h2 className="moments-card-name" dir="auto">
          {name}
        </h2>
        {agent && <span className="visually-hidden">{agent.online ? t.online : t.offline}</span>}
        <span className="moments-card-count">
          <span aria-hidden>{tickets.length}</span>
          <span className="visually-hidden">{t.tickets(tickets.length)}</span>
        </span>
      </header>
      {tickets.length === 0 ? (
        <p className="moments-card-empty subtle">{agent ? t.noTickets : t.nobodyWaits}</p>
      ) : (
        <ul className="moments-tickets">
          {tickets.map((ticket) => (
            <MomentsTicket key={ticket.id} ticket={ticket} mayOpen={mayOpen} />
          ))}
        </ul>
      )}
    </li>
  )
})

const MomentsTicket = memo(function MomentsTicket({ ticket, mayOpen }: { ticket: TicketView; mayOpen: boolean }) {
  const t = useTexts().ticket.row
  const { contact, queue, unreadMessages, uuid } = ticket
  const whole = contact.name.trim() || contact.number || t.noName
  const name = <CutText text={whole} max={lengthMax} />
  return (
    <li className="moments-ticket" style={queue ? { '--queue-colour': queue.color } : undefined}>
      <div className="moments-ticket-line">
        {mayOpen ? (
          <Link className="moments-ticket-name" href={links.tickets({ uuid })} dir="auto">
            {name}
          </Link>
        ) : (
          <span className="moments-ticket-name" dir="auto">
            {name}
          </span>
        )}
        <Waiting at={ticket.updatedAt} />
      </div>
      <div className="moments-ticket-line">
        <LastMessage ticket={ticket} lengthMax={lengthMax} />
        <Badge count={unreadMessages} kind="brand" label={t.unread(unreadMessages)} />
      </div>
      <div className="moments-ticket-line">
        <Chip label={queue?.name ?? t.noQueue} color={queue?.color} size="s" />
        <span className="moments-ticket-connection subtle">{ticket.whatsapp?.name}</span>
      </div>
    </li>
  )
})

/** Time since the last change: amber from 10 minutes, red from 30. */
function Waiting({ at }: { at: string }) {
  const format = useFormat()
  const now = useNow()
  const minutes = (now - Date.parse(at)) / minuteMs
  const tone = minutes >= redMinutes ? 'danger' : minutes >= amberMinutes ? 'warning' : undefined
  return (
    <time className="moments-ticket-time" dateTime={at} title={format.dateTime(at)} data-tone={tone}>
      {format.relative(at, now)}
    </time>
  )
}
