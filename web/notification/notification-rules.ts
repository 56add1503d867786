import type { NotificationView } from '../../src/notification/notification.calls'
import type { TicketTabFields } from '../../src/ticket/list/ticket-scope'
import type { TicketAssignment } from '../../src/ticket/ticket.policy'
import type { SessionUser } from '../../src/user/session/session.calls'
import { links } from '../app/links'

/** Own ones; groups, with allowGroup; waiting ones of their queues, unless switched off. Not snoozed ones. */
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

/** Of waiting ones only those offered, and all where the company wants that; others until seen. */
export function alwaysCounts(user: SessionUser, { status, userId }: TicketAssignment): boolean {
  return status !== 'pending' || userId === user.id || notifiesOfPending(user)
}

const notifiesOfPending = (user: SessionUser) => user.company.companieSettings['showNotificationPending'] === 'enabled'

/** Of a waiting one only where the company wants that. */
export function mayNotify(user: SessionUser, ticket: TicketTabFields): boolean {
  if (!countsFor(user, ticket)) return false
  return ticket.status !== 'pending' || notifiesOfPending(user)
}

/** The page of a notification. The user may not see the ticket to which a scheduled message was refused. */
export function placeOf({ kind, ticketUuid }: Pick<NotificationView, 'kind' | 'ticketUuid'>) {
  return kind === 'scheduleRefused' ? links.scheduleList() : links.ticket(ticketUuid)
}
