import type { QueueId, UserId } from '../kernel/ids'
import type { TicketTabFields } from '../ticket/list/ticket-scope'

interface NotifiedUser {
  userId: UserId
  queueIds: readonly QueueId[]
  allowGroup: boolean
  allTicket: boolean
  notifyWaiting: boolean
}

/** Own ones; groups, with allowGroup; waiting ones of their queues, unless switched off. Not snoozed ones. */
export function countsFor(user: NotifiedUser, ticket: TicketTabFields): boolean {
  const { status, userId, queueId, snoozedUntil } = ticket
  if (snoozedUntil) return false
  const inMyQueues = queueId !== null && user.queueIds.includes(queueId)
  if (status === 'open') return userId === user.userId
  if (status === 'group') return user.allowGroup && (userId === user.userId || queueId === null || inMyQueues)
  if (status !== 'pending' || !user.notifyWaiting) return false
  if (userId !== null) return userId === user.userId
  return queueId === null ? user.allTicket : inMyQueues
}
