import type { MessageView } from '../../src/message/message.answers'
import type { TicketEvent, TicketView } from '../../src/ticket/ticket.answers'
import type { SessionUser } from '../../src/user/session/session.calls'
import { links } from '../app/links'
import { announce } from './announce'
import { countsFor, mayNotify } from './notification-rules'
import { isLookedAt, type NotificationState } from './unread-tickets'
import { plainText } from '../message/bubble/format-text'
import type { NotificationParts } from './notification-parts'

/** Announces new messages, and who begins to wait. */
export function createTicketAnnouncer(state: NotificationState, user: () => SessionUser) {
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
  { companyId, ...parts }: Pick<NotificationParts, 'appearance' | 'navigation'> & { companyId: number },
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
