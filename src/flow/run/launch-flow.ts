import { actingUserId } from '../../kernel/company/actor'
import { type CompanyContext, requirePlan } from '../../kernel/company/company-context'
import { refuse, required } from '../../kernel/errors'
import type { TicketId } from '../../kernel/ids'
import { assertReplyWindow } from '../../message/compose/compose-messages'
import { noteCause } from '../../message/send/automatic-limit'
import { assertContactReachable } from '../../message/send/writable-ticket'
import { canChangeTicket, isResolved } from '../../ticket/ticket.policy'
import { getTicket } from '../../ticket/ticket.queries'
import { findFlow } from './find-flow'
import { startFlow } from './flow-run'

/** Replaces a bot; also on an assigned ticket, until a user writes. @throws Refusal ERR_FLOW_INACTIVE, ERR_FLOW_EMPTY */
export function launchFlow(ctx: CompanyContext, flowId: number, ticketId: TicketId): number {
  requirePlan(ctx, 'useIntegrations')
  return ctx.transaction(() => {
    const ticket = getTicket(ctx, ticketId)
    if (!canChangeTicket(ctx.actor, ticket)) refuse('ERR_NO_PERMISSION')
    const flow = required(findFlow(ctx, flowId), 'ERR_NO_FLOW_FOUND')
    if (!flow.active) refuse('ERR_FLOW_INACTIVE')
    if (isResolved(ticket)) refuse('ERR_TICKET_CLOSED')
    if (ticket.status === 'lgpd') refuse('ERR_TICKET_AWAITS_CONTACT')
    if (ticket.status === 'group') refuse('ERR_CHANNEL_CANNOT')
    if (ticket.connectionId === null) refuse('ERR_WAPP_NOT_INITIALIZED')
    assertContactReachable(ctx, ticket.contactId)
    assertReplyWindow(ctx, ticket)
    const startedBy = actingUserId(ctx.actor) ?? null
    if (startedBy !== null) noteCause(ctx, ticketId)
    const trigger = startedBy === null ? 'rule' : 'manual'
    return startFlow(ctx, ticket, flow, { trigger, startedBy }) ?? refuse('ERR_FLOW_EMPTY')
  })
}
