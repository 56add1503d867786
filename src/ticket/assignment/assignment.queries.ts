import { findConnectionFacts } from '../../connection/connection.queries'
import { findQueue } from '../../queue/queue.queries'
import { findUserFacts } from '../../user/user.queries'
import type { UserActor } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import type { ConnectionId, QueueId, UserId } from '../../kernel/ids'
import { canAssignTo, canUseQueue } from '../ticket.policy'
import type { TicketStatus } from '../ticket-status'

/** `group` for groups. */
export function waitingStatus(
  ctx: CompanyContext,
  { isGroup, connectionId }: { isGroup: boolean; connectionId: ConnectionId | null },
): TicketStatus {
  return isGroup && !isGroupAsTicket(ctx, connectionId) ? 'group' : 'pending'
}

export function isGroupAsTicket(ctx: CompanyContext, connectionId: ConnectionId | null) {
  return connectionId !== null && findConnectionFacts(ctx, connectionId)?.groupAsTicket === true
}

export function assertQueue(ctx: CompanyContext, queueId: QueueId) {
  if (!findQueue(ctx, queueId)) refuse('ERR_NO_QUEUE_FOUND')
}

export function assertUser(ctx: CompanyContext, userId: UserId) {
  if (!findUserFacts(ctx, userId)) refuse('ERR_NO_USER_FOUND')
}

/** The requested one, else the ticket's. @throws Refusal ERR_NO_QUEUE_FOUND, ERR_NO_PERMISSION */
export function getChosenQueue(ctx: CompanyContext, requested: QueueId | null | undefined, present: QueueId | null) {
  if (requested === undefined || requested === null || requested === present) return present
  assertQueue(ctx, requested)
  assertMayAssign(ctx, { queueId: requested, userId: null })
  return requested
}

/** @throws Refusal ERR_QUEUE_REQUIRED */
export function getRequiredQueue(ctx: CompanyContext, requested: QueueId | null | undefined, present: QueueId | null) {
  return getChosenQueue(ctx, requested, present) ?? refuse('ERR_QUEUE_REQUIRED', { fields: { queueId: 'required' } })
}

export function getChosenUser(ctx: CompanyContext, requested: UserId | null | undefined): UserId {
  if (requested === undefined || requested === null) return (ctx.actor as UserActor).userId
  assertMayAssign(ctx, { queueId: null, userId: requested })
  assertUser(ctx, requested)
  return requested
}

interface Assignment {
  queueId: QueueId | null
  userId: UserId | null
}

const unassigned: Assignment = { queueId: null, userId: null }

/** Unchanged ones are allowed. @throws Refusal ERR_NO_PERMISSION */
export function assertMayAssign({ actor }: CompanyContext, requested: Assignment, present: Assignment = unassigned) {
  const { queueId, userId } = requested
  if (queueId !== null && queueId !== present.queueId && !canUseQueue(actor, queueId)) refuse('ERR_NO_PERMISSION')
  if (userId !== null && userId !== present.userId && !canAssignTo(actor, userId)) refuse('ERR_NO_PERMISSION')
}
