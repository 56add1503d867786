import { asSystem, type CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { reaction } from '../../kernel/event/event-log'
import type { TicketId, UserId } from '../../kernel/ids'
import type { LongWork } from '../../kernel/company/batches'
import '../../user/user.events'
import { returnTicket } from './return-ticket'

const attended = perCompany(({ sqlite }) =>
  sqlite.prepare<{ id: TicketId }, [number, number]>(
    "SELECT id FROM ticket WHERE user_id = ? AND status IN ('open', 'group') LIMIT ?",
  ),
)

/** Returns a user's tickets to their queues before the user is deleted. */
export const returnTicketsBeforeDeletion = (ctx: CompanyContext, userId: UserId): LongWork<{ id: TicketId }> => ({
  next: () => attended(ctx.company).all(userId, 500),
  work: ({ id }) => void returnTicket(asSystem(ctx), id),
})

/** Returns tickets that the user took while the others were being returned. */
export const returnTicketsOfDeletedUser = reaction('user.deleted', (ctx, { data: { userId } }) => {
  for (const { id } of attended(ctx.company).all(userId, -1)) returnTicket(asSystem(ctx), id)
})
