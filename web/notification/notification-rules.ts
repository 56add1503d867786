import type { NotificationView } from '../../src/notification/notification.calls'
import { countsFor as countsForUser } from '../../src/notification/notification.policy'
import type { TicketTabFields } from '../../src/ticket/list/ticket-scope'
import type { TicketAssignment } from '../../src/ticket/ticket.policy'
import type { SessionUser } from '../../src/user/session/session.calls'
import { links } from '../app/links'

export function countsFor({ id, queues, allTicket, allowGroup, notifyWaiting }: SessionUser, ticket: TicketTabFields) {
  const queueIds = queues.map((queue) => queue.id)
  const user = { userId: id, queueIds, allowGroup, allTicket: allTicket === 'enable', notifyWaiting }
  return countsForUser(user, ticket)
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
  if (kind === 'scheduleRefused') return links.scheduleList()
  return kind === 'ruleOff' ? links.rules() : links.ticket(ticketUuid)
}
