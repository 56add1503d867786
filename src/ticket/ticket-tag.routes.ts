import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/answer-calls'
import type { CompanyContext } from '../kernel/company-context'
import type { UserGuard } from '../kernel/user-guard'
import type { TagId, TicketId } from '../kernel/ids'
import { requirePlan } from '../kernel/require-plan'
import { moveToLane } from './move-to-lane'
import { ticketTagCalls } from './ticket.calls'
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
    moveToLane(ctx, getTicket(ctx, ticketId), tagId)
    return { ticketId, tagId }
  })
}
