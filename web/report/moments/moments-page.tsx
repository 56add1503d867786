import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState, memo } from 'react'
import { ApiError } from '../../api/api-error'
import { useTexts, useFormat, useNow } from '../../i18n/i18n'
import type { PageProps } from '../../page/page-definition'
import { usePageTitle } from '../../page/page-context'
import { IconButton } from '../../ui/button/button'
import { Maximize, Radio, Users, Hourglass, MessagesSquare, Pause as PauseIcon } from '../../ui/icons'
import { Note, ErrorState } from '../../ui/feedback/feedback'
import { Screen, PageHeader } from '../../ui/layout/screen'
import { Switch } from '../../ui/field/switch'
import type { MomentsData } from './load-moments'
import { createMoments, momentsMax, type MomentsModel, type MomentsCard as Card } from './moments-model'
import { useLiveModel } from '../../app/use-live-model'
import type { UserActor } from '../../../src/kernel/company/actor'
import type { LiveSocketClient } from '../../live/live-socket-client'
import { ConnectionIcon } from '../../ticket/connection-icon'
import { followTickets } from '../../ticket/follow-tickets'
import { minuteMs } from '../../../src/kernel/time/durations.contract'
import type { TicketView } from '../../../src/ticket/ticket.answers'
import type { Pause, PauseReason } from '../../../src/user/presence/presence.contract'
import { useUser, useCurrentActor } from '../../app/app-context'
import { links } from '../../app/links'
import { isAdmin } from '../../app/screen-access'
import { LastMessage } from '../../message/last-message'
import { Avatar } from '../../ui/display/avatar'
import { Chip, Badge } from '../../ui/display/labels'
import { CutText } from '../../ui/display/cut-text'
import { Link } from '../../ui/display/link'

export function page({ data }: PageProps<MomentsData>) {
  useSignals()
  const { moments: t, ui } = useTexts('moments')
  const actor = useCurrentActor()
  const model = useLiveModel(
    (api) => createMoments(api, data, actor),
    (made, live) => followMoments(made, live, { actor }),
  )
  const [busyOnly, setBusyOnly] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  usePageTitle(t.title)
  const count = model.tickets.value.size
  const cards = model.cards.value.filter(
    ({ agent, tickets }) => !busyOnly || !agent || agent.online || tickets.length > 0,
  )

  const actions = (
    <>
      <Switch className="wide-only" label={t.busyOnly} checked={busyOnly} onCheckedChange={setBusyOnly} />
      <IconButton
        className="phone-only"
        icon={Users}
        label={t.busyOnly}
        pressed={busyOnly}
        onClick={() => setBusyOnly(!busyOnly)}
      />
      <IconButton
        className="wide-only"
        icon={Maximize}
        label={t.fullScreen}
        // Browsers that forbid it, such as in a frame, keep the page as it is.
        onClick={() => panel.current?.requestFullscreen().catch(() => {})}
      />
    </>
  )
  return (
    <Screen header={<PageHeader title={t.title} count={count} actions={actions} />}>
      <div className="moments" ref={panel}>
        {model.failed.value !== undefined && (
          <ErrorState
            {...(isServerFailure(model.failed.value) && { title: ui.agentsFailed })}
            error={model.failed.value}
            onRetry={() => model.reload()}
            compact
          />
        )}
        {count >= momentsMax && <Note icon={Radio}>{t.limited(momentsMax)}</Note>}
        <dl className="moments-figures" aria-label={t.now}>
          {model.figures.value.map(({ status, count: tickets }) => (
            <div key={status}>
              <dt>{t.figures[status]}</dt>
              <dd>{tickets}</dd>
            </div>
          ))}
        </dl>
        <ul className="moments-cards plain-list">
          {cards.map((card) => (
            <MomentsCard key={card.key} card={card} />
          ))}
        </ul>
      </div>
    </Screen>
  )
}

const isServerFailure = (cause: unknown) => cause instanceof ApiError && cause.status >= 500

function followMoments(model: MomentsModel, live: LiveSocketClient, { actor }: { actor: () => UserActor }): () => void {
  const stops = [
    followTickets(live, {
      actor,
      listener: {
        onTicket: model.place,
        onRemoved: model.remove,
        onLeftTab: model.remove,
        onRead: (id) => model.update(id, (ticket) => ({ ...ticket, unreadMessages: 0 })),
      },
    }),
    live.subscribe('user', (event) => {
      if (event.action === 'delete') model.removeAgent(event.userId)
      else model.placeAgent(event.user)
    }),
    live.subscribe('reload', () => void model.reload()),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

const lengthMax = 30
const amberMinutes = 10
const redMinutes = 30

const MomentsCard = memo(function MomentsCard({ card: { key, agent, tickets } }: { card: Card }) {
  const { moments: t } = useTexts('moments')
  const user = useUser()
  const Icon = key === 'groups' ? MessagesSquare : Hourglass
  const mayOpen = isAdmin(user) || agent?.id === user.id
  const name = agent?.name ?? (key === 'groups' ? t.groups : t.pending)
  return (
    <li className="moments-card" aria-label={name} data-pending={key === 'pending' || undefined}>
      <header className="moments-card-head row">
        {agent ? (
          <Avatar name={name} src={agent.profileImage} size={32} online={agent.online} />
        ) : (
          <Icon size={20} aria-hidden />
        )}
        <h2 className="moments-card-name truncate" dir="auto">
          {name}
        </h2>
        {agent?.pause && <AgentPause pause={agent.pause} />}
        {agent && <span className="visually-hidden">{agent.online ? t.online : t.offline}</span>}
        <span className="moments-card-count">
          <span aria-hidden>{tickets.length}</span>
          <span className="visually-hidden">{t.tickets(tickets.length)}</span>
        </span>
      </header>
      {tickets.length === 0 ? (
        <p className="moments-card-empty subtle">{agent ? t.noTickets : t.nobodyWaits}</p>
      ) : (
        <ul className="moments-tickets plain-list">
          {tickets.map((ticket) => (
            <MomentsTicket key={ticket.id} ticket={ticket} mayOpen={mayOpen} />
          ))}
        </ul>
      )}
    </li>
  )
})

function AgentPause({ pause }: { pause: Pause }) {
  const { presence: t } = useTexts('presence')
  const format = useFormat()
  const why = pauseText(t.reasons, pause)
  return (
    <span className="moments-pause row gap-1" title={t.since(format.dateTime(pause.since))}>
      <PauseIcon size={14} aria-hidden />
      <span className="visually-hidden">{t.paused(why)}</span>
      <span className="truncate" aria-hidden>
        {why}
      </span>
    </span>
  )
}

const MomentsTicket = memo(function MomentsTicket({ ticket, mayOpen }: { ticket: TicketView; mayOpen: boolean }) {
  const t = useTexts().ticket.row
  const { contact, queue, unreadMessages, uuid } = ticket
  const whole = contact.name.trim() || contact.number || t.noName
  const name = <CutText text={whole} max={lengthMax} />
  return (
    <li className="moments-ticket" style={queue ? { '--queue-colour': queue.color } : undefined}>
      <div className="moments-ticket-line row">
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
      <div className="moments-ticket-line row">
        <LastMessage ticket={ticket} lengthMax={lengthMax} />
        <Badge count={unreadMessages} kind="brand" label={t.unread(unreadMessages)} />
      </div>
      <div className="moments-ticket-line row">
        <Chip label={queue?.name ?? t.noQueue} color={queue?.color} size="s" />
        <span className="moments-ticket-connection row gap-1 subtle">
          <ConnectionIcon ticket={ticket} />
          <span className="truncate">{ticket.whatsapp?.name}</span>
        </span>
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

function pauseText(reasons: Record<PauseReason, string>, { reason, note }: Pick<Pause, 'reason' | 'note'>) {
  return note ? `${reasons[reason]} (${note})` : reasons[reason]
}
