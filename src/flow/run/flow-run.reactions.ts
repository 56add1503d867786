import '../../bot/loop-guard'
import { reaction } from '../../kernel/event/event-log'
import { enqueueJob } from '../../kernel/job/jobs'
import '../../message/message.events'
import '../../ticket/ticket.events'
import { flowKind, forgetLostRun } from './flow-run'
import './flow-run.job-kinds'
import '../flow.queries'

/** Deletes runs that lost their ticket. */
export const flowRunReactions = [
  reaction('message.sent', (ctx, { ticketId, data }) => {
    if (data.by !== 'automation' && !data.isPrivate) forgetLostRun(ctx, ticketId)
  }),
  reaction('ticket.accepted', (ctx, { ticketId }) => forgetLostRun(ctx, ticketId)),
  reaction('ticket.transferred', (ctx, { ticketId }) => forgetLostRun(ctx, ticketId)),
  reaction('ticket.returned', (ctx, { ticketId }) => forgetLostRun(ctx, ticketId)),
  reaction('ticket.closed', (ctx, { ticketId }) => forgetLostRun(ctx, ticketId)),
  reaction('ticket.ratingAwaited', (ctx, { ticketId }) => forgetLostRun(ctx, ticketId)),
  reaction('ticket.botChanged', (ctx, { ticketId, data }) => {
    if (data.kind !== flowKind) forgetLostRun(ctx, ticketId)
  }),
  reaction('ticket.merged', (ctx, { ticketId }) => forgetLostRun(ctx, ticketId)),
  reaction('flow.deleted', (ctx, { data: { flowId } }) => {
    enqueueJob(ctx, 'flow.endRuns', { flowId }, { dedupeKey: `flow.endRuns ${flowId}` })
  }),
]
