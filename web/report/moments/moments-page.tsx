import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState } from 'react'
import { ApiError } from '../../api/api-error'
import { useTexts } from '../../i18n/i18n'
import type { PageProps } from '../../page/page-definition'
import { usePageTitle } from '../../page/use-page-title'
import { ErrorState } from '../../ui/feedback/error-state'
import { IconButton } from '../../ui/button/icon-button'
import { Maximize, Radio, Users } from '../../ui/icons'
import { Note } from '../../ui/feedback/note'
import { PageHeader } from '../../ui/layout/page-header'
import { Screen } from '../../ui/layout/screen'
import { Switch } from '../../ui/field/switch'
import type { MomentsData } from './load-moments'
import { MomentsCard } from './moments-card'
import { createMoments, momentsMax, type MomentsModel } from './moments-model'
import { useLiveModel } from '../../app/use-live-model'
import { useCurrentActor } from '../../app/use-current-actor'
import type { UserActor } from '../../../src/kernel/company/actor'
import type { LiveSocketClient } from '../../live/live-socket-client'
import { followTickets } from '../../ticket/follow-tickets'

/** The live panel: each agent's active tickets, and those without an agent. */
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
        <ul className="moments-cards">
          {cards.map((card) => (
            <MomentsCard key={card.key} card={card} />
          ))}
        </ul>
      </div>
    </Screen>
  )
}

const isServerFailure = (cause: unknown) => cause instanceof ApiError && cause.status >= 500

/** Keeps the panel up to date. Returns a function that stops it. */
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
