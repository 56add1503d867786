import { withActor } from '../kernel/company-context'
import type { LocalJob } from '../kernel/jobs'
import { findActor } from '../user/actor.queries'
import { closeSome } from './close-all-tickets'

export const closeAllJob: LocalJob<'ticket.closeAll'> = {
  attemptsMax: 5,
  run(ctx, { userId, status, ticketIds }) {
    const actor = userId === undefined ? undefined : findActor(ctx, userId)
    closeSome(actor ? withActor(ctx, actor) : ctx, status, ticketIds)
  },
}
