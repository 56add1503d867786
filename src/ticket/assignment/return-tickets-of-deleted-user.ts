import { asSystem, type CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { reaction } from '../../kernel/event/event-log'
import type { TicketId, UserId } from '../../kernel/ids'
import { runWithinBudget } from '../../kernel/company/batches'
import '../../user/user.events'
import { returnTicket } from './return-ticket'

const batchMax = 500

const statements = perCompany(({ sqlite }) => ({
  attended: sqlite.prepare<{ id: TicketId }, [number, number]>(
    "SELECT id FROM ticket WHERE user_id = ? AND status IN ('open', 'group') LIMIT ?",
  ),
  forget: sqlite.prepare<{ id: TicketId }, [number, number]>(
    `UPDATE ticket SET user_id = NULL
     WHERE id IN (SELECT id FROM ticket WHERE user_id = ? AND status NOT IN ('open', 'group') LIMIT ?) RETURNING id`,
  ),
}))

/** Returns one batch of a user's tickets to their queues before the user is deleted. */
export function returnTicketsBeforeDeletion(ctx: CompanyContext, userId: UserId): boolean {
  const { attended, forget } = statements(ctx.company)
  const tickets = attended.all(userId, batchMax)
  runWithinBudget(ctx, tickets, ({ id }) => returnTicket(asSystem(ctx), id))
  if (tickets.length > 0) return true
  return ctx.transaction(() => forget.all(userId, batchMax).length === batchMax)
}

/** Returns tickets that the user took while the others were being returned. */
export const returnTicketsOfDeletedUser = reaction('user.deleted', (ctx, { data: { userId } }) => {
  for (const { id } of statements(ctx.company).attended.all(userId, -1)) returnTicket(asSystem(ctx), id)
})
