import type { CompanyContext } from '../kernel/company/company-context'
import { reaction } from '../kernel/event/event-log'
import type { TagId, TicketId } from '../kernel/ids'
import { enqueueJob } from '../kernel/job/jobs'
import '../message/message.events'
import { queueAutomaticText } from '../message/send/queue-message'
import { findTag } from '../tag/tag.queries'
import '../tag/tag.record'
import { moveToLane } from '../ticket/board/move-to-lane'
import '../ticket/ticket.events'
import { isResolved } from '../ticket/ticket.policy'
import { findTicketRow } from '../ticket/ticket.queries'
import { findLane, watchLane } from './advance-ticket'
import { planRemarketing } from './remarket'

export const laneReactions = [
  reaction('ticket.laneChanged', (ctx, { ticketId, data }) => {
    watch(ctx, ticketId)
    if (data.toTagId !== null && !data.isReturn) greet(ctx, ticketId, data.toTagId)
  }),
  reaction('message.received', (ctx, { ticketId }) => moveToRollbackLane(ctx, ticketId)),
  reaction('ticket.accepted', (ctx, { ticketId }) => watchLane(ctx, ticketId)),
  reaction('ticket.reopened', (ctx, { ticketId }) => watchLane(ctx, ticketId)),
  reaction('ticket.closeUndone', (ctx, { ticketId }) => watchLane(ctx, ticketId)),
  reaction('ticket.transferUndone', (ctx, { ticketId }) => watchLane(ctx, ticketId)),
  reaction('ticket.received', (ctx, { ticketId }) => watchLane(ctx, ticketId)),
  reaction('ticket.merged', (ctx, { ticketId }) => watch(ctx, ticketId)),
  reaction('tag.updated', (ctx, { data }) => {
    const lane = findTag(ctx, data.tagId)
    if (!lane?.kanban || lane.tickets === 0) return
    enqueueJob(ctx, 'lane.watch', { tagId: lane.id }, { dedupeKey: `lane.watch ${lane.id}` })
  }),
]

export function watch(ctx: CompanyContext, ticketId: TicketId) {
  const found = findLane(ctx, ticketId)
  watchLane(ctx, ticketId, found)
  planRemarketing(ctx, ticketId, found)
}

/** In the transaction of the entry, so that each entry is greeted once. */
function greet(ctx: CompanyContext, ticketId: TicketId, tagId: TagId) {
  const ticket = findTicketRow(ctx, ticketId)
  const text = findTag(ctx, tagId)?.greetingMessageLane ?? ''
  if (ticket && ctx.plan.useKanban && !isResolved(ticket)) queueAutomaticText(ctx, ticket, text)
}

/** Moves the ticket to the rollback lane after the contact's answer, without a greeting. */
function moveToRollbackLane(ctx: CompanyContext, ticketId: TicketId) {
  const rollbackId = findLane(ctx, ticketId)?.lane.rollbackLaneId
  if (!rollbackId || !ctx.plan.useKanban || !findTag(ctx, rollbackId)?.kanban) return
  const ticket = findTicketRow(ctx, ticketId)
  if (ticket) moveToLane(ctx, ticket, rollbackId, { isReturn: true })
}
