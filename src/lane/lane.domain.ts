import { oneBatch } from '../kernel/company/batches'
import type { CompanyContext } from '../kernel/company/company-context'
import type { TagId, TicketId } from '../kernel/ids'
import { enqueueJob, type LocalJob } from '../kernel/job/jobs'
import type { Domain } from '../platform/domain'
import { listTicketsInLane } from '../tag/tag.queries'
import { advanceTicket } from './advance-ticket'
import { laneReactions, watch } from './lane.reactions'
import { remarket } from './remarket'

const attemptsMax = 10
/** Short, because a change of a lane is seldom alone. */
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

/** Watches a batch of the lane's tickets. In the same transaction a job for the rest is added. */
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
    /** The contact may have been silent for the lane's time. */
    'lane.advance': { ticketId: TicketId }
    /** The lane's remarketing message is due; `enteredAt` identifies the stay in the lane. */
    'lane.remarket': { ticketId: TicketId; tagId: TagId; enteredAt: number }
    /** The lane was changed, so its tickets after the given one are checked again, in batches. */
    'lane.watch': { tagId: TagId; after?: TicketId }
  }
}
