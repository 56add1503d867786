import { isAdmin, type UserActor } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import type { TicketId } from '../../kernel/ids'
import { acceptTicket } from './accept-ticket'
import { findFirstTicketId } from '../list/list-tickets'
import { ticketScope } from '../list/ticket-scope'
import type { NextTicketBody } from '../ticket.contract'
import { getTicketRow, type TicketRow } from '../ticket.queries'

/** Undefined when none waits. Concurrent calls get different tickets. With several queues the user still has to choose. */
export function acceptNextTicket(ctx: CompanyContext, list: NextTicketBody): TicketRow | undefined {
  const { actor } = ctx
  if (actor.kind !== 'user') refuse('ERR_NO_PERMISSION')
  return ctx.transaction(() => {
    const id = findNext(ctx, actor, list)
    if (id === undefined) return undefined
    const ticket = getTicketRow(ctx, id)
    const [only, second] = actor.queueIds
    const queueId = ticket.queueId ?? (second === undefined ? only : undefined)
    return queueId === undefined ? ticket : acceptTicket(ctx, id, { queueId })
  })
}

/** An admin without queues works in all. */
function findNext(ctx: CompanyContext, actor: UserActor, list: NextTicketBody): TicketId | undefined {
  const inAllQueues = isAdmin(actor) && actor.queueIds.length === 0
  const queueIds = list.queueIds ?? (inAllQueues ? undefined : actor.queueIds)
  const scope = ticketScope(actor, { tab: 'pending', showAll: false, queueIds })
  return findFirstTicketId(ctx, scope, list.sortTickets)
}
