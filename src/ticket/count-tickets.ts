import { atOneMoment, type CompanyContext } from '../kernel/company-context'
import { countInScope } from './list-tickets'
import type { TicketCounts } from './ticket.answers'
import type { CountTicketsQuery } from './ticket.contract'
import { ticketScope } from './ticket-scope'

/** GET /tickets/counts: the numbers on the inbox's tabs for this user. */
export function countTickets(ctx: CompanyContext, { showAll, queueIds }: CountTicketsQuery): TicketCounts {
  const of = (tab: 'open' | 'pending' | 'group') =>
    countInScope(ctx, ticketScope(ctx.actor, { tab, showAll, queueIds }))
  const [open, pending, group] = atOneMoment(ctx, () => [of('open'), of('pending'), of('group')] as const)
  return {
    open: open.tickets,
    pending: pending.tickets,
    group: group.tickets,
    unread: open.unread + pending.unread + group.unread,
  }
}
