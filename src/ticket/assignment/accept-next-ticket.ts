import { preparedStatement } from '../../kernel/database/prepared-statement'
import { isAdmin, type UserActor } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import type { TicketId } from '../../kernel/ids'
import { acceptTicket } from './accept-ticket'
import { ticketsInScope } from '../list/list-tickets'
import { ticketScope } from '../list/ticket-scope'
import { whereOf } from '../list/ticket-sql'
import type { TicketRow } from '../ticket.queries'

/**
 * Assigns the ticket that has waited longest in the user's queues to the user; undefined when none waits. Tickets that
 * a bot answers or that a colleague was offered are left out. An admin without queues works in all of them. Concurrent
 * calls get different tickets.
 */
export function acceptNextTicket(ctx: CompanyContext): TicketRow | undefined {
  const { actor } = ctx
  if (actor.kind !== 'user') refuse('ERR_NO_PERMISSION')
  return ctx.transaction(() => {
    const id = findNext(ctx, actor)
    return id === undefined ? undefined : acceptTicket(ctx, id)
  })
}

function findNext(ctx: CompanyContext, actor: UserActor): TicketId | undefined {
  const inAllQueues = isAdmin(actor) && actor.queueIds.length === 0
  const queueIds = inAllQueues ? undefined : actor.queueIds
  const scope = ticketScope(actor, { tab: 'pending', showAll: false, queueIds })
  const where = ticketsInScope(ctx, scope)
  const text = `SELECT t.id FROM ticket t WHERE ${whereOf(where)} AND t.status = 'pending' AND t.is_bot = 0
    AND t.queue_id IS NOT NULL AND (t.user_id IS NULL OR t.user_id = ?)
    ORDER BY coalesce(t.queued_at, t.created_at), t.id LIMIT 1`
  return preparedStatement<{ id: TicketId }>(ctx, text).get(...where.values, actor.userId)?.id
}
