import { addDays } from '../kernel/calendar-days'
import type { CompanyContext } from '../kernel/company-context'
import { refuse } from '../kernel/errors'
import { boundsOfDay, localDay, timeZoneOf } from '../kernel/time-zone'
import { listTicketIds, ticketsInScope } from '../ticket/list-tickets'
import { presentTickets } from '../ticket/present-ticket'
import type { TicketView } from '../ticket/ticket.answers'
import { ticketScope } from '../ticket/ticket-scope'
import { add, conditions, join, list } from '../ticket/ticket-sql'
import { momentsDays, type MomentsQuery } from './report.contract'
import { canSeeMoments } from './report.policy'

/** More cards than this no panel shows. */
const momentsMax = 400

/**
 * GET /dashboard/moments: what is in hand, the last moved first. Whoever may open the panel sees on it the tickets they may
 * see elsewhere (`ticketScope`), and of everyone's only with the right to show them.
 */
export function listMoments(ctx: CompanyContext, query: MomentsQuery): TicketView[] {
  if (!canSeeMoments(ctx.actor)) refuse('ERR_NO_PERMISSION')
  const { showAll, queueIds, status, userId } = query
  const asked = conditions()
  add(asked, `+t.status IN ${list}`, JSON.stringify(status))
  if (userId !== undefined) add(asked, '+t.user_id = ?', userId)
  const { startMs, endMs } = windowOf(ctx, query)
  add(asked, 't.updated_at >= ? AND t.updated_at < ?', startMs, endMs)
  const chosen = queueIds?.length === 0 ? undefined : queueIds
  const scope = ticketsInScope(ctx, ticketScope(ctx.actor, { tab: 'search', showAll, queueIds: chosen }))
  const where = join(scope, asked)
  return presentTickets(ctx, listTicketIds(ctx, where, momentsMax))
}

/** Never further back than thirty days before its end, whatever is asked. */
function windowOf(ctx: CompanyContext, { dateStart, dateEnd }: MomentsQuery) {
  const timeZone = timeZoneOf(ctx)
  const last = dateEnd ?? localDay(ctx.now, timeZone)
  const earliest = addDays(last, -momentsDays)
  const first = dateStart !== undefined && dateStart > earliest ? dateStart : earliest
  if (first > last) refuse('ERR_INVALID_INPUT', { fields: { dateEnd: 'endBeforeStart' } })
  return { startMs: boundsOfDay(first, timeZone).startMs, endMs: boundsOfDay(last, timeZone).endMs }
}
