import { computed, effect, untracked, type Signal } from '@preact/signals-react'
import type { MessageView } from '../../src/message/message.answers'
import type { TicketEvent, TicketView } from '../../src/ticket/ticket.answers'
import type { SessionUser } from '../../src/user/session.calls'
import { links } from '../app/links'
import { onReconnect } from '../live/on-reconnect'
import { createTouchLog } from '../live/touch-log'
import { actorOf } from '../session/session-actor'
import { followTickets } from '../ticket/follow-tickets'
import { compareTickets } from '../ticket/compare-tickets'
import type { NotificationParts } from './notification-parts'
import { createSeenWaiting } from './seen-waiting'
import { alwaysCounts, countsFor, mayNotify } from './notification-rules'
import { announceMessage } from './announce-message'
import { announce } from './announce'

export interface NotificationState extends NotificationParts {
  tickets: Signal<readonly TicketView[]>
  /** Number of unread tickets beyond those loaded. */
  uncounted: Signal<number>
  /** Counts how often the user has seen who waits. */
  seenTimes: Signal<number>
}

const newestFirst = compareTickets('DESC')

/** Loads the unread tickets and follows live events; returns the function that stops it. */
export function followNotifications(state: NotificationState): () => void {
  const { api, live, session, tickets, uncounted } = state
  const me = session.user.peek()
  if (!me) return () => {}
  const touches = createTouchLog<number>()
  let lastSeen = state.seenTimes.peek()

  const user = () => session.user.peek() ?? me
  const seen = createSeenWaiting(`seen-waiting-${me.companyId}-${me.id}`, localStorage)
  const wanted = (ticket: TicketView) =>
    ticket.unreadMessages > 0 && countsFor(user(), ticket) && (alwaysCounts(user(), ticket) || seen.isNew(ticket))
  const without = (ticketId: number) => tickets.peek().filter(({ id }) => id !== ticketId)

  function take(ticket: TicketView) {
    touches.touch(ticket.id)
    const others = without(ticket.id)
    if (isWaitingTabShown(state)) seen.see([ticket])
    if (wanted(ticket) && !isLookedAt(state, ticket)) tickets.value = [...others, ticket].sort(newestFirst)
    else if (others.length < tickets.peek().length) tickets.value = others
  }

  function drop(ticketId: number) {
    touches.touch(ticketId)
    if (tickets.peek().some(({ id }) => id === ticketId)) tickets.value = without(ticketId)
  }

  function seeWaiting() {
    seen.see(tickets.peek())
    tickets.value = tickets.peek().filter(wanted)
  }

  async function read() {
    const since = touches.begin()
    try {
      const pages = await Promise.all(questionsOf(user()).map((query) => api.get('/tickets', { query })))
      seen.begin(pages.flatMap((page) => page.tickets).filter(({ id }) => !touches.touched(id, since)))
      if (isWaitingTabShown(state)) seen.see(pages.flatMap((page) => page.tickets))
      const found = pages.flatMap((page) => page.tickets).filter((ticket) => wanted(ticket))
      // Live changes since the request are newer than its answer.
      const fresh = found.filter(({ id }) => !touches.touched(id, since))
      const live = tickets.peek().filter(({ id }) => touches.touched(id, since))
      tickets.value = [...fresh, ...live].sort(newestFirst)
      uncounted.value = pages
        .filter((page) => page.tickets.every(wanted))
        .reduce((sum, page) => sum + Math.max(0, page.count - page.tickets.length), 0)
    } catch {
      // A failed request keeps the notifications; the next reconnection loads them.
    } finally {
      touches.end()
    }
  }

  function announceNew(ticket: TicketView, message: MessageView) {
    if (message.fromMe || message.isPrivate || !mayNotify(user(), ticket)) return
    if (isLookedAt(state, ticket)) return
    announceMessage({ ...state, companyId: user().companyId }, ticket, message)
  }

  /** Announced once when it begins to wait, except to the user who returned it. */
  function announceWaiting(event: TicketEvent) {
    if (event.action !== 'create' && event.action !== 'update') return
    const { ticket, beganToWait } = event
    if (!beganToWait || beganToWait.byUserId === me?.id || !countsFor(user(), ticket) || isLookedAt(state, ticket))
      return
    const { title } = state.texts.ticket.notifications.waiting
    announce(state, {
      told: { key: `announced-waiting-${user().companyId}`, id: ticket.id },
      title: title(ticket.contact.name),
      body: ticket.lastMessage,
      icon: ticket.contact.urlPicture,
      tag: `ticket-${ticket.id}`,
      href: links.ticket(ticket.uuid),
    })
  }

  // The announced tickets depend on queues, permissions and settings.
  const requested = computed(() => JSON.stringify(questionsOf(session.user.value ?? me)))
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

/** Returns whether the user sees who waits. */
function isWaitingTabShown({ navigation }: NotificationState) {
  const { path, search } = navigation.shown.peek()
  return path.startsWith(links.tickets()) && new URLSearchParams(search).get('tab') === 'pending' && document.hasFocus()
}

/** Returns whether its conversation is open in a visible window. */
function isLookedAt({ navigation }: NotificationState, { uuid }: TicketView) {
  return navigation.shown.peek().path === links.ticket(uuid) && document.hasFocus()
}

function questionsOf(user: SessionUser) {
  const common = { withUnreadMessages: true, showAll: false, pageNumber: 1 }
  const queueIds = user.queues.map(({ id }) => id)
  return [
    { ...common, status: 'open' },
    ...(user.notifyWaiting ? [{ ...common, status: 'pending', queueIds }] : []),
    ...(user.allowGroup ? [{ ...common, status: 'group', queueIds }] : []),
  ]
}
