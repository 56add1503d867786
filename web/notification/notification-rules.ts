import type { TicketAssignment } from '../../src/ticket/ticket.policy'
import type { SessionUser } from '../../src/user/session.calls'

/**
 * Returns whether the user is notified of messages on a ticket: on their own; on pending ones in their queues, if the
 * company wants that; on groups, with allowGroup.
 */
export function mayNotify(user: SessionUser, { status, userId, queueId }: TicketAssignment): boolean {
  const inMyQueues = user.queues.some(({ id }) => id === queueId)
  if (status === 'open') return userId === user.id
  if (status === 'group') return user.allowGroup && (userId === user.id || queueId === null || inMyQueues)
  if (status !== 'pending' || user.company.companieSettings['showNotificationPending'] !== 'enabled') return false
  if (userId !== null) return userId === user.id
  return queueId === null ? user.allTicket === 'enable' : inMyQueues
}
