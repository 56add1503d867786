import { isAdmin } from './kernel/actor'
import type { CompanyContext } from './kernel/company-context'
import type { TicketId } from './kernel/ids'
import { findTicketForActor } from './ticket/ticket.queries'
import { topicsOfActor } from './ticket/ticket-topics'
import type { LiveRights } from './user/live-rights'

/** What a signed-in person may hear, over all domains: the one list from which sockets are subscribed. */
export const liveRights: LiveRights = {
  topicsOf({ actor }: CompanyContext) {
    if (actor.kind !== 'user') return []
    const connections = isAdmin(actor) || actor.allowConnections ? ['connections'] : []
    return ['all', `user:${actor.userId}`, ...connections, ...topicsOfActor(actor)]
  },
  canSeeTicket: (ctx: CompanyContext, ticketId: TicketId) => findTicketForActor(ctx, ticketId) !== undefined,
}
