import { computed, effect, untracked } from '@preact/signals-react'
import { onReconnect } from '../live/on-reconnect'
import { actorOf } from '../session/session-actor'
import { followTickets } from '../ticket/follow-tickets'
import { createTicketAnnouncer } from './announce-tickets'
import { createUnreadTickets, isWaitingTabShown, type NotificationState, queriesOf } from './unread-tickets'

/** Loads the unread tickets and follows live events; returns the function that stops it. */
export function followNotifications(state: NotificationState): () => void {
  const { live, session } = state
  const me = session.user.peek()
  if (!me) return () => {}
  let lastSeen = state.seenTimes.peek()

  const user = () => session.user.peek() ?? me
  const { take, drop, read, seeWaiting } = createUnreadTickets(state, user)
  const { announceNew, announceWaiting } = createTicketAnnouncer(state, user)

  // The announced tickets depend on queues, permissions and settings.
  const requested = computed(() => JSON.stringify(queriesOf(session.user.value ?? me)))
  const stops = [
    effect(() => {
      void requested.value
      untracked(() => void read())
    }),
    effect(() => {
      void state.navigation.shown.value
      void state.seenTimes.value
      untracked(() => {
        if (state.seenTimes.peek() !== lastSeen || isWaitingTabShown(state)) seeWaiting()
        lastSeen = state.seenTimes.peek()
      })
    }),
    onReconnect(live, () => void read()),
    followTickets(live, {
      actor: () => actorOf(user()),
      listener: { onTicket: take, onRemoved: drop, onLeftTab: drop, onRead: drop },
    }),
    live.subscribe('ticket', announceWaiting),
    live.subscribe('appMessage', (event) => {
      if (event.action === 'create') announceNew(event.ticket, event.message)
    }),
  ]
  const onFocus = () => isWaitingTabShown(state) && seeWaiting()
  window.addEventListener('focus', onFocus)
  return () => {
    window.removeEventListener('focus', onFocus)
    for (const stop of stops) stop()
  }
}
