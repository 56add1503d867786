import { Elysia } from 'elysia'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { UserGuard } from '../../kernel/http/user-guard'
import { flowRunCalls } from './flow-run.calls'
import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse, required } from '../../kernel/errors'
import type { TicketId } from '../../kernel/ids'
import { requirePlan } from '../../kernel/company/require-plan'
import { assertReplyWindow } from '../../message/compose/assert-channel'
import { noteCause } from '../../message/send/automatic-limit'
import { assertContactReachable } from '../../message/send/writable-ticket'
import { canChangeTicket, isResolved } from '../../ticket/ticket.policy'
import { getTicket } from '../../ticket/ticket.queries'
import { findFlow } from './find-flow'
import { startFlow } from './flow-run'

export function flowRunRoutes(guard: UserGuard) {
  return answerCalls(new Elysia({ name: 'flow-run-routes' }).use(guard), flowRunCalls, {
    'POST /messages/flow/:flowId/:ticketId': ({ ctx, params }) => ({
      runId: launchFlow(ctx, params.flowId, params.ticketId),
    }),
  })
}

/**
 * Sends a flow to a ticket for the acting user, replacing a running bot. Unlike other bots, it also runs on an
 * assigned ticket, until a user writes. @throws Refusal ERR_NO_FLOW_FOUND, ERR_FLOW_INACTIVE, ERR_FLOW_EMPTY without
 * a start, ERR_NO_TICKET_FOUND, ERR_TICKET_CLOSED, ERR_TICKET_AWAITS_CONTACT, ERR_CONTACT_BLOCKED, ERR_CHANNEL_CANNOT
 * in a group or after the reply window, ERR_WAPP_NOT_INITIALIZED without a connection
 */
function launchFlow(ctx: CompanyContext, flowId: number, ticketId: TicketId): number {
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
    noteCause(ctx, ticketId)
    const runId = startFlow(ctx, ticket, flow, { trigger: 'manual', startedBy: actingUserId(ctx.actor) ?? null })
    return runId ?? refuse('ERR_FLOW_EMPTY')
  })
}
