import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/answer-calls'
import type { CompanyContext } from '../kernel/company-context'
import { recordEvent } from '../kernel/event-log'
import type { UserGuard } from '../kernel/user-guard'
import type { TagId, TicketId } from '../kernel/ids'
import { requirePlan } from '../kernel/require-plan'
import { setTicketLane } from '../tag/tag-links'
import { ticketTagCalls } from './ticket.calls'
import { assignmentOf } from './ticket.events'
import { getTicket } from './ticket.queries'

/** A ticket has at most one kanban lane. */
export function ticketTagRoutes(guard: UserGuard) {
  const app = new Elysia({ name: 'ticket-tag-routes' }).use(guard)
  return answerCalls(app, ticketTagCalls, {
    'PUT /ticket-tags/:ticketId/:tagId': ({ ctx, params }) => {
      requirePlan(ctx, 'useKanban')
      return moveTicketToLane(ctx, params.ticketId, params.tagId)
    },
    'DELETE /ticket-tags/:ticketId': ({ ctx, params }) => moveTicketToLane(ctx, params.ticketId, null),
  })
}

/** Moves a ticket that the user may see; null removes it from the board. */
export function moveTicketToLane(ctx: CompanyContext, ticketId: TicketId, tagId: TagId | null) {
  return ctx.transaction(() => {
    const ticket = getTicket(ctx, ticketId)
    const moved = setTicketLane(ctx, ticketId, tagId)
    if (moved) {
      const assignment = assignmentOf(ticket)
      recordEvent(
        ctx,
        'ticket.updated',
        { ticketId, contactId: ticket.contactId },
        { before: assignment, after: assignment },
      )
    }
    return { ticketId, tagId }
  })
}
