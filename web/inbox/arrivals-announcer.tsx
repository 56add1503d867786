import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { actorOf } from '../session/session-actor'
import { presentUser } from '../session/session-model'
import { createArrivals } from './arrivals'
import { useInbox } from './state/inbox-context'
import { inboxTabs, isOnTab } from './filter/inbox-query'

/** Tells screen readers of new messages on the user's tabs. The open conversation announces its own. */
export function ArrivalsAnnouncer() {
  useSignals()
  const { live, session } = useApp()
  const { model, opened } = useInbox()
  const t = useTexts().ticket
  const [arrivals] = useState(() => {
    const user = presentUser(session)
    return createArrivals({
      live,
      isWanted(ticket) {
        const scope = { showAll: model.showAll.peek(), queueIds: model.queues.queryIds.peek() }
        const actor = actorOf(user.peek())
        return ticket.id !== opened.peek()?.id && inboxTabs.some((tab) => isOnTab(actor, scope, tab, ticket))
      },
    })
  })
  useEffect(() => arrivals.start(), [arrivals])
  const latest = arrivals.announced.value
  const seen = useRef({ latest, count: 0 })
  if (seen.current.latest !== latest) seen.current = { latest, count: seen.current.count + 1 }
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {/* A new element, because an equal text would not be announced again. */}
      {latest && (
        <span key={seen.current.count}>
          {latest.tickets === 1 ? t.arrival(latest.name) : t.arrivals(latest.tickets, latest.name)}
        </span>
      )}
    </div>
  )
}
