import { isAdmin } from './kernel/company/actor'
import type { CompanyContext } from './kernel/company/company-context'
import type { TicketId } from './kernel/ids'
import { hostTopic } from './platform/company/company.live'
import { isSubscribed } from './platform/invoice/subscription'
import { dashboardTopic } from './report/report.live'
import { findTicketForActor } from './ticket/ticket.queries'
import { topicsOfActor } from './ticket/ticket-topics'
import type { LiveSubscriptions } from './user/live/live-subscriptions'

/** The live topics that each user may subscribe to, from all domains. */
export const liveSubscriptions: LiveSubscriptions = {
  topicsOf(ctx: CompanyContext) {
    const { actor } = ctx
    if (actor.kind !== 'user') return []
    // Users of an expired company only receive the payment event.
    if (!receivesEvents(ctx)) return ['subscription']
    const connections = isAdmin(actor) || actor.allowConnections ? ['connections'] : []
    const figures = !isAdmin(actor) && actor.showDashboard ? [dashboardTopic] : []
    const host = actor.super ? [hostTopic] : []
    return ['all', 'subscription', `user:${actor.userId}`, ...connections, ...figures, ...host, ...topicsOfActor(actor)]
  },
  canSeeTicket: (ctx: CompanyContext, ticketId: TicketId) => findVisibleTicket(ctx, ticketId) !== undefined,
}

/** Returns the ticket if the user may see it and receive its events. */
export function findVisibleTicket(ctx: CompanyContext, idOrUuid: TicketId | string) {
  return receivesEvents(ctx) ? findTicketForActor(ctx, idOrUuid) : undefined
}

function receivesEvents({ company, now }: CompanyContext) {
  return isSubscribed(company.services.about(company.id), now)
}
