import { withActor } from '../kernel/company/company-context'
import type { LocalJob } from '../kernel/job/jobs'
import { findActor } from '../user/actor.queries'
import { closeSome } from './closing/close-all-tickets'
import { closeSomeImported } from './closing/close-imported-tickets'
import { wakeOnTime } from './change/snooze-ticket'

export const closeAllJob: LocalJob<'ticket.closeAll'> = {
  attemptsMax: 5,
  run(ctx, { userId, status, ticketIds }) {
    const actor = userId === undefined ? undefined : findActor(ctx, userId)
    closeSome(actor ? withActor(ctx, actor) : ctx, status, ticketIds)
  },
}

export const closeImportedJob: LocalJob<'ticket.closeImported'> = {
  attemptsMax: 5,
  run(ctx, { userId, connectionId }) {
    const actor = userId === undefined ? undefined : findActor(ctx, userId)
    closeSomeImported(actor ? withActor(ctx, actor) : ctx, connectionId)
  },
}

export const wakeJob: LocalJob<'ticket.wake'> = { attemptsMax: 10, run: wakeOnTime }
