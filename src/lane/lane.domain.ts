import type { LocalJob } from '../kernel/jobs'
import type { Domain } from '../platform/domain'
import { listTicketsInLane } from '../tag/tag.queries'
import { advanceTicket } from './advance-ticket'
import { laneReactions, watch } from './lane.reactions'
import { remarket } from './remarket'

const attemptsMax = 10

const laneJobs: {
  'lane.advance': LocalJob<'lane.advance'>
  'lane.remarket': LocalJob<'lane.remarket'>
  'lane.watch': LocalJob<'lane.watch'>
} = {
  'lane.advance': { attemptsMax, run: (ctx, { ticketId }) => advanceTicket(ctx, ticketId) },
  'lane.remarket': { attemptsMax, run: (ctx, due) => remarket(ctx, due) },
  'lane.watch': {
    attemptsMax,
    run(ctx, { tagId }) {
      ctx.transaction(() => {
        for (const id of listTicketsInLane(ctx, tagId)) watch(ctx, id)
      })
    },
  },
}

/** What lanes of the board do with their tickets by themselves. */
export const laneDomain: Domain = { name: 'lane', reactions: laneReactions, jobs: laneJobs }
