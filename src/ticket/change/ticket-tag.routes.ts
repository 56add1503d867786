import { Elysia } from 'elysia'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import type { UserGuard } from '../../kernel/http/user-guard'
import type { TagId, TicketId } from '../../kernel/ids'
import { requirePlan } from '../../kernel/company/require-plan'
import { findTicketLane } from '../../tag/tag.queries'
import { moveToLane } from '../board/move-to-lane'
import { ticketTagCalls } from '../ticket.calls'
import { getTicket } from '../ticket.queries'

export function ticketTagRoutes(guard: UserGuard) {
  const app = new Elysia({ name: 'ticket-tag-routes' }).use(guard)
  return answerCalls(app, ticketTagCalls, {
    'PUT /ticket-tags/:ticketId/:tagId': ({ ctx, params, query }) => {
      requirePlan(ctx, 'useKanban')
      return moveTicketToLane(ctx, params.ticketId, params.tagId, query.from)
    },
    'DELETE /ticket-tags/:ticketId': ({ ctx, params, query }) =>
      moveTicketToLane(ctx, params.ticketId, null, query.from),
  })
}

/** Null removes it. @throws Refusal ERR_TICKET_MOVED when it is in neither lane */
export function moveTicketToLane(ctx: CompanyContext, ticketId: TicketId, tagId: TagId | null, from?: TagId | 'none') {
  return ctx.transaction(() => {
    const ticket = getTicket(ctx, ticketId)
    const currentTagId = findTicketLane(ctx, ticketId)?.tagId ?? null
    const expected = from === 'none' ? null : (from ?? currentTagId)
    if (currentTagId !== expected && currentTagId !== tagId) refuse('ERR_TICKET_MOVED')
    moveToLane(ctx, ticket, tagId)
    return { ticketId, tagId }
  })
}
