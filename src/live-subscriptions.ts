import { isAdmin } from './kernel/actor'
import type { CompanyContext } from './kernel/company-context'
import type { TicketId } from './kernel/ids'
import { hostTopic } from './platform/company.live'
import { isSubscribed } from './platform/subscription'
import { dashboardTopic } from './report/report.live'
import { findTicketForActor } from './ticket/ticket.queries'
import { topicsOfActor } from './ticket/ticket-topics'
import type { LiveSubscriptions } from './user/live-subscriptions'

/** What a signed-in person may hear, over all domains: the one list from which sockets are subscribed. */
export const liveSubscriptions: LiveSubscriptions = {
  topicsOf(ctx: CompanyContext) {
    const { actor } = ctx
    if (actor.kind !== 'user') return []
    // Of an expired company nothing is heard but that it was paid for.
    if (!hears(ctx)) return ['subscription']
    const connections = isAdmin(actor) || actor.allowConnections ? ['connections'] : []
    const figures = !isAdmin(actor) && actor.showDashboard ? [dashboardTopic] : []
    const host = actor.super ? [hostTopic] : []
    return ['all', 'subscription', `user:${actor.userId}`, ...connections, ...figures, ...host, ...topicsOfActor(actor)]
  },
  canSeeTicket: (ctx: CompanyContext, ticketId: TicketId) => findVisibleTicket(ctx, ticketId) !== undefined,
}

/** The ticket, when the person may see it and hear of it now. */
export function findVisibleTicket(ctx: CompanyContext, idOrUuid: TicketId | string) {
  return hears(ctx) ? findTicketForActor(ctx, idOrUuid) : undefined
}

function hears({ company, now }: CompanyContext) {
  return isSubscribed(company.services.about(company.id), now)
}
