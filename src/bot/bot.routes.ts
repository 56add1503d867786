import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import type { UserGuard } from '../kernel/http/user-guard'
import { botCalls } from './bot.calls'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import type { TicketId } from '../kernel/ids'
import { withdrawDelayedMessages } from '../message/send/withdraw-delayed'
import { areBotsPaused, pauseBots } from '../ticket/bot-state'
import '../ticket/ticket.events'
import { canChangeTicket, isResolved } from '../ticket/ticket.policy'
import { getTicket } from '../ticket/ticket.queries'

export function botRoutes(guard: UserGuard) {
  return answerCalls(new Elysia({ name: 'bot-routes' }).use(guard), botCalls, {
    'POST /tickets/:id/stop-bot': ({ ctx, params }) => {
      stopBot(ctx, params.id)
      return { ok: true }
    },
  })
}

/**
 * Stops the bot that answers on a ticket. Bots stay silent there until the ticket is accepted, transferred, returned
 * or closed. Idempotent. @throws Refusal ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION
 */
function stopBot(ctx: CompanyContext, ticketId: TicketId) {
  ctx.transaction(() => {
    const ticket = getTicket(ctx, ticketId)
    if (!canChangeTicket(ctx.actor, ticket)) refuse('ERR_NO_PERMISSION')
    if (isResolved(ticket) || ticket.automation === null || areBotsPaused(ticket)) return
    pauseBots(ctx, ticketId)
    withdrawDelayedMessages(ctx, ticketId)
    recordEvent(ctx, 'ticket.botChanged', { ticketId, contactId: ticket.contactId }, { kind: null })
  })
}
