import { addDays } from '../kernel/time/calendar-days'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { boundsOfDay, localDay, timeZoneOf } from '../kernel/time/time-zone'
import { listTicketIds } from '../ticket/list/list-tickets'
import { presentTickets } from '../ticket/list/present-ticket'
import type { TicketView } from '../ticket/ticket.answers'
import { ticketScope } from '../ticket/list/ticket-scope'
import { add, conditions } from '../ticket/list/ticket-sql'
import { countedStatuses } from '../ticket/ticket-status'
import { momentsDays, type MomentsQuery } from './report.contract'
import { canSeeMoments } from './report.policy'

/** Limit of cards on the panel. */
const momentsMax = 400

/**
 * GET /dashboard/moments: active tickets, last updated first, limited to those that the user may see (`ticketScope`).
 */
export function listMoments(ctx: CompanyContext, query: MomentsQuery): TicketView[] {
  if (!canSeeMoments(ctx.actor)) refuse('ERR_NO_PERMISSION')
  const { showAll, queueIds, status, userId } = query
  const requested = conditions()
  const requestedStatuses = status.flatMap(countedStatuses)
  if (userId !== undefined) add(requested, '+t.user_id = ?', userId)
  const { startMs, endMs } = windowOf(ctx, query)
  add(requested, 't.updated_at >= ? AND t.updated_at < ?', startMs, endMs)
  const chosen = queueIds?.length === 0 ? undefined : queueIds
  const scope = ticketScope(ctx.actor, { tab: 'search', showAll, queueIds: chosen }).map((branch) => ({
    ...branch,
    statuses: branch.statuses.filter((one) => requestedStatuses.includes(one)),
  }))
  return presentTickets(ctx, listTicketIds(ctx, scope, requested, momentsMax))
}

/** At most thirty days before its end. */
function windowOf(ctx: CompanyContext, { dateStart, dateEnd }: MomentsQuery) {
  const timeZone = timeZoneOf(ctx)
  const last = dateEnd ?? localDay(ctx.now, timeZone)
  const earliest = addDays(last, -momentsDays)
  const first = dateStart !== undefined && dateStart > earliest ? dateStart : earliest
  if (first > last) refuse('ERR_INVALID_INPUT', { fields: { dateEnd: 'endBeforeStart' } })
  return { startMs: boundsOfDay(first, timeZone).startMs, endMs: boundsOfDay(last, timeZone).endMs }
}
