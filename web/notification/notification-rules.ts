import type { NotificationView } from '../../src/notification/notification.calls'
import type { TicketTabFields } from '../../src/ticket/list/ticket-scope'
import type { TicketAssignment } from '../../src/ticket/ticket.policy'
import type { SessionUser } from '../../src/user/session/session.calls'
import { links } from '../app/links'

/**
 * Returns whether a ticket with unread messages counts for the user: their own; groups, with allowGroup; and waiting ones of
 * their queues, unless they switched those off. Snoozed ones do not.
 */
export function countsFor(user: SessionUser, ticket: TicketTabFields): boolean {
  const { status, userId, queueId, snoozedUntil } = ticket
  if (snoozedUntil) return false
  const inMyQueues = user.queues.some(({ id }) => id === queueId)
  if (status === 'open') return userId === user.id
  if (status === 'group') return user.allowGroup && (userId === user.id || queueId === null || inMyQueues)
  if (status !== 'pending' || !user.notifyWaiting) return false
  if (userId !== null) return userId === user.id
  return queueId === null ? user.allTicket === 'enable' : inMyQueues
}

/**
 * Returns whether a ticket that counts does so as long as it has unread messages. Of waiting ones only those offered to the user
 * do, and all where the company wants that; the others count until the user has seen them.
 */
export function alwaysCounts(user: SessionUser, { status, userId }: TicketAssignment): boolean {
  return status !== 'pending' || userId === user.id || notifiesOfPending(user)
}

const notifiesOfPending = (user: SessionUser) => user.company.companieSettings['showNotificationPending'] === 'enabled'

/**
 * Returns whether the user is notified of each message on a ticket. Of a waiting one they are notified when it begins to wait,
 * and of its further messages only where the company wants that.
 */
export function mayNotify(user: SessionUser, ticket: TicketTabFields): boolean {
  if (!countsFor(user, ticket)) return false
  return ticket.status !== 'pending' || notifiesOfPending(user)
}

/** The page of a notification. The user may not see the ticket to which a scheduled message was refused. */
export function placeOf({ kind, ticketUuid }: Pick<NotificationView, 'kind' | 'ticketUuid'>) {
  return kind === 'scheduleRefused' ? links.scheduleList() : links.ticket(ticketUuid)
}
