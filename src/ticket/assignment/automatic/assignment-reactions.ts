import type { CompanyContext } from '../../../kernel/company/company-context'
import { type Reaction, reaction } from '../../../kernel/event/event-log'
import type { TicketAssignment } from '../../ticket.policy'
import { assignNow, assignWaitingLater, findAssigningQueue, forgetAssigningQueues } from './assigning-queues'
import { watchLater, watchOwners } from './reassign-gone'

export const assignmentReactions: readonly Reaction[] = [
  reaction('queue.created', (ctx, { data }) => followQueue(ctx, data.queueId)),
  reaction('queue.updated', (ctx, { data }) => followQueue(ctx, data.queueId)),
  reaction('queue.deleted', (ctx) => forgetAssigningQueues(ctx)),
  // Queues, hours and skills of a user, too.
  reaction('user.changed', (ctx) => assignNow(ctx)),
  reaction('user.resumed', (ctx) => assignNow(ctx)),
  ...(
    [
      'ticket.queued',
      'ticket.accepted',
      'ticket.returned',
      'ticket.received',
      'ticket.transferred',
      'ticket.updated',
      'ticket.ratingAwaited',
      'ticket.closed',
      'ticket.reopened',
      'ticket.closeUndone',
      'ticket.acceptUndone',
      'ticket.transferUndone',
    ] as const
  ).map((type) => reaction(type, (ctx, { data }) => followMove(ctx, data))),
  reaction('ticket.snoozeEnded', (ctx, { data }) => followWaking(ctx, data.after)),
  reaction('ticket.awoken', (ctx, { data }) => followWaking(ctx, data.after)),
  reaction('ticket.created', (ctx, { data }) => watchOwners(ctx, data.after)),
  reaction('ticket.deleted', (ctx, { data }) => void (data.before.userId !== null && assignNow(ctx))),
]

function followQueue(ctx: CompanyContext, queueId: number) {
  forgetAssigningQueues(ctx)
  const queue = findAssigningQueue(ctx, queueId)
  if (!queue) return
  assignWaitingLater(ctx, queueId)
  if (queue.reassignMinutes > 0) watchLater(ctx, queueId)
}

function followWaking(ctx: CompanyContext, after: TicketAssignment) {
  watchOwners(ctx, after)
  const queue = after.userId === null ? findAssigningQueue(ctx, after.queueId) : undefined
  if (queue) assignWaitingLater(ctx, queue.id)
}

/** Another owner has to be watched; the earlier one has room again. */
function followMove(ctx: CompanyContext, { before, after }: { before: TicketAssignment; after: TicketAssignment }) {
  watchOwners(ctx, after)
  const isLess = before.userId !== null && (before.userId !== after.userId || after.status === 'closed')
  if (isLess || after.status === 'nps') assignNow(ctx)
}
