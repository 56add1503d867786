import { computed, effect, untracked } from '@preact/signals-react'
import { onReconnect } from '../live/on-reconnect'
import { actorOf } from '../session/session-actor'
import { followTickets } from '../ticket/follow-tickets'
import {
  createUnreadTickets,
  isWaitingTabShown,
  type NotificationState,
  queriesOf,
  isLookedAt,
  type NotificationParts,
} from './unread-tickets'
import type { MessageView } from '../../src/message/message.answers'
import type { TicketEvent, TicketView } from '../../src/ticket/ticket.answers'
import type { SessionUser } from '../../src/user/session/session.calls'
import { links } from '../app/links'
import { announce } from './announce'
import { countsFor, mayNotify } from './notification-rules'
import { plainText } from '../message/bubble/format-text'

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

function createTicketAnnouncer(state: NotificationState, user: () => SessionUser) {
  function announceNew(ticket: TicketView, message: MessageView) {
    if (message.fromMe || message.isPrivate || !mayNotify(user(), ticket)) return
    if (isLookedAt(state, ticket)) return
    announceMessage({ ...state, companyId: user().companyId }, ticket, message)
  }

  /** Announced once when it begins to wait, except to the user who returned it. */
  function announceWaiting(event: TicketEvent) {
    if (event.action !== 'create' && event.action !== 'update') return
    const { ticket, beganToWait } = event
    if (!beganToWait || beganToWait.byUserId === user().id || !countsFor(user(), ticket) || isLookedAt(state, ticket))
      return
    const { title } = state.texts.ticket.notifications.waiting
    announce(state, {
      item: { key: `announced-waiting-${user().companyId}`, id: ticket.id },
      title: title(ticket.contact.name),
      body: ticket.contactMessage?.body || ticket.lastMessage,
      icon: ticket.contact.urlPicture,
      tag: `ticket-${ticket.id}`,
      href: links.ticket(ticket.uuid),
    })
  }

  return { announceNew, announceWaiting }
}

function announceMessage(
  { companyId, ...parts }: Pick<NotificationParts, 'appearance' | 'navigation' | 'session'> & { companyId: number },
  ticket: TicketView,
  message: MessageView,
) {
  const { name, urlPicture } = ticket.contact
  announce(parts, {
    item: { key: `announced-messages-${companyId}`, id: message.id },
    title: name,
    body: plainText(message.body).slice(0, 120) || ticket.lastMessage,
    icon: urlPicture,
    tag: `ticket-${ticket.id}`,
    // The inbox sums up what arrives in its lists.
    isSpoken: parts.navigation.shown.peek().path.startsWith(links.tickets()),
    href: links.ticket(ticket.uuid),
  })
}
