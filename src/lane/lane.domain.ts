import { oneBatch } from '../kernel/company/batches'
import type { CompanyContext } from '../kernel/company/company-context'
import type { TagId, TicketId } from '../kernel/ids'
import { enqueueJob, type LocalJob } from '../kernel/job/jobs'
import type { Domain } from '../platform/domain'
import { listTicketsInLane, findTag } from '../tag/tag.queries'
import { advanceTicket, findLane, watchLane } from './advance-ticket'
import { remarket, planRemarketing } from './remarket'
import { reaction } from '../kernel/event/event-log'
import { queueAutomaticText } from '../message/send/queue-message'
import { withCause } from '../message/trace/message-cause'
import { moveToLane } from '../ticket/board/move-to-lane'
import { isResolved } from '../ticket/ticket.policy'
import { findTicketRow } from '../ticket/ticket.queries'

const laneReactions = [
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

function watch(ctx: CompanyContext, ticketId: TicketId) {
  const found = findLane(ctx, ticketId)
  watchLane(ctx, ticketId, found)
  planRemarketing(ctx, ticketId, found)
}

/** In the transaction of the entry, so that each entry is greeted once. */
function greet(ctx: CompanyContext, ticketId: TicketId, tagId: TagId) {
  const ticket = findTicketRow(ctx, ticketId)
  const text = findTag(ctx, tagId)?.greetingMessageLane ?? ''
  if (!ticket || !ctx.plan.useKanban || isResolved(ticket)) return
  const cause = { kind: 'lane' as const, id: tagId, name: findTag(ctx, tagId)?.name ?? '' }
  withCause(ctx, cause, () => void queueAutomaticText(ctx, ticket, text))
}

function moveToRollbackLane(ctx: CompanyContext, ticketId: TicketId) {
  const rollbackId = findLane(ctx, ticketId)?.lane.rollbackLaneId
  if (!rollbackId || !ctx.plan.useKanban || !findTag(ctx, rollbackId)?.kanban) return
  const ticket = findTicketRow(ctx, ticketId)
  if (ticket) moveToLane(ctx, ticket, rollbackId, { isReturn: true })
}

const attemptsMax = 10
/** A change of a lane is seldom alone. */
const watchMs = 3

const laneJobs: {
  'lane.advance': LocalJob<'lane.advance'>
  'lane.remarket': LocalJob<'lane.remarket'>
  'lane.watch': LocalJob<'lane.watch'>
} = {
  'lane.advance': { attemptsMax, run: (ctx, { ticketId }) => advanceTicket(ctx, ticketId) },
  'lane.remarket': { attemptsMax, run: (ctx, due) => remarket(ctx, due) },
  'lane.watch': {
    attemptsMax,
    run: (ctx, { tagId, after = 0 }) => watchNextTickets(ctx, tagId, after),
  },
}

function watchNextTickets(ctx: CompanyContext, tagId: TagId, after: TicketId) {
  oneBatch<TicketId>(ctx, {
    next: (last = after) => listTicketsInLane(ctx, tagId, last, 500),
    work: (id) => watch(ctx, id),
    pace: watchMs,
    noted({ last, isMore }) {
      if (!isMore || last === undefined) return
      enqueueJob(ctx, 'lane.watch', { tagId, after: last }, { dedupeKey: `lane.watch ${tagId} ${last}` })
    },
  })
}

export const laneDomain: Domain = { name: 'lane', reactions: laneReactions, jobs: laneJobs }

declare module '../kernel/job/jobs' {
  interface JobPayloads {
    'lane.advance': { ticketId: TicketId }
    /** `enteredAt` identifies the stay. */
    'lane.remarket': { ticketId: TicketId; tagId: TagId; enteredAt: number }
    /** The lane changed: tickets after this one are checked, in batches. */
    'lane.watch': { tagId: TagId; after?: TicketId }
  }
}
