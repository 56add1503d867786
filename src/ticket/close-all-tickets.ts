import type { CompanyContext } from '../kernel/company-context'
import { perCompany } from '../kernel/company-files'
import { refuse } from '../kernel/errors'
import type { QueueId, TicketId } from '../kernel/ids'
import { finish } from './close-ticket'
import { canCloseAllTickets } from './ticket.policy'
import { getTicketRow } from './ticket.queries'

const listIds = perCompany(({ sqlite }) =>
  sqlite.prepare<{ id: TicketId }, [string, string]>(
    `SELECT id FROM ticket WHERE status = ?1
       AND (queue_id IN (SELECT value FROM json_each(?2)) OR (queue_id IS NULL AND EXISTS (
         SELECT 1 FROM json_each(?2) WHERE value = 0)))`,
  ),
)

/**
 * Closes every ticket of a tab in the chosen queues, without a word to the contacts; 0 among the queues stands for tickets
 * without one. Answers how many.
 */
export function closeAllTickets(
  ctx: CompanyContext,
  { status, queueIds }: { status: 'open' | 'pending' | 'group'; queueIds: readonly QueueId[] },
) {
  if (!canCloseAllTickets(ctx.actor)) refuse('ERR_NO_PERMISSION')
  return ctx.transaction(() => {
    const ids = listIds(ctx.company).all(status, JSON.stringify(queueIds))
    for (const { id } of ids) finish(ctx, getTicketRow(ctx, id), { farewell: false })
    return ids.length
  })
}
