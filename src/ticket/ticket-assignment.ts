import { findConnectionFacts } from '../connection/connection.queries'
import { findQueue } from '../queue/queue.queries'
import { findUserFacts } from '../user/user.queries'
import type { UserActor } from '../kernel/actor'
import type { CompanyContext } from '../kernel/company-context'
import { refuse } from '../kernel/errors'
import type { ConnectionId, QueueId, UserId } from '../kernel/ids'
import { canAssignTo, canUseQueue } from './ticket.policy'
import type { TicketStatus } from './ticket-status'

/** The status of an unassigned ticket: `group` for groups, else `pending`. */
export function waitingStatus(
  ctx: CompanyContext,
  { isGroup, connectionId }: { isGroup: boolean; connectionId: ConnectionId | null },
): TicketStatus {
  return isGroup && !isGroupAsTicket(ctx, connectionId) ? 'group' : 'pending'
}

export function isGroupAsTicket(ctx: CompanyContext, connectionId: ConnectionId | null) {
  return connectionId !== null && findConnectionFacts(ctx, connectionId)?.groupAsTicket === 1
}

/** @throws Refusal ERR_NO_QUEUE_FOUND */
export function assertQueue(ctx: CompanyContext, queueId: QueueId) {
  if (!findQueue(ctx, queueId)) refuse('ERR_NO_QUEUE_FOUND')
}

/** @throws Refusal ERR_NO_USER_FOUND */
export function assertUser(ctx: CompanyContext, userId: UserId) {
  if (!findUserFacts(ctx, userId)) refuse('ERR_NO_USER_FOUND')
}

/**
 * The queue of a ticket that a user accepts or creates: the requested one, if the user may use it, else the ticket's own. @throws Refusal ERR_NO_QUEUE_FOUND, ERR_NO_PERMISSION
 */
export function getChosenQueue(ctx: CompanyContext, asked: QueueId | null | undefined, present: QueueId | null) {
  if (asked === undefined || asked === null || asked === present) return present
  assertQueue(ctx, asked)
  assertMayAssign(ctx, { queueId: asked, userId: null })
  return asked
}

/** The same, but a queue is required. @throws Refusal ERR_QUEUE_REQUIRED */
export function getRequiredQueue(ctx: CompanyContext, asked: QueueId | null | undefined, present: QueueId | null) {
  return getChosenQueue(ctx, asked, present) ?? refuse('ERR_QUEUE_REQUIRED', { fields: { queueId: 'required' } })
}

/** The owner of a new ticket: the acting user, or another one named by an admin. */
export function getChosenUser(ctx: CompanyContext, asked: UserId | null | undefined): UserId {
  if (asked === undefined || asked === null) return (ctx.actor as UserActor).userId
  assertMayAssign(ctx, { queueId: null, userId: asked })
  assertUser(ctx, asked)
  return asked
}

export interface Assignment {
  queueId: QueueId | null
  userId: UserId | null
}

const unassigned: Assignment = { queueId: null, userId: null }

/** Checks a ticket's new queue and owner; unchanged ones are allowed. @throws Refusal ERR_NO_PERMISSION */
export function assertMayAssign({ actor }: CompanyContext, asked: Assignment, present: Assignment = unassigned) {
  const { queueId, userId } = asked
  if (queueId !== null && queueId !== present.queueId && !canUseQueue(actor, queueId)) refuse('ERR_NO_PERMISSION')
  if (userId !== null && userId !== present.userId && !canAssignTo(actor, userId)) refuse('ERR_NO_PERMISSION')
}
