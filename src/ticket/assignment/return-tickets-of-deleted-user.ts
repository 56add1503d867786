import { and, eq, inArray } from 'drizzle-orm'
import { asSystem, type CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { reaction } from '../../kernel/event/event-log'
import type { TicketId, UserId } from '../../kernel/ids'
import type { LongWork } from '../../kernel/company/batches'
import '../../user/user.events'
import { ticketTable } from '../ticket.tables'
import { returnTicket } from './return-ticket'

const attended = statement((db, v: { userId: UserId; limit: number }) =>
  db
    .select({ id: ticketTable.id })
    .from(ticketTable)
    .where(and(eq(ticketTable.userId, v.userId), inArray(ticketTable.status, ['open', 'group'])))
    .limit(v.limit),
)

export const returnTicketsBeforeDeletion = (ctx: CompanyContext, userId: UserId): LongWork<{ id: TicketId }> => ({
  next: () => attended.all(ctx, { userId, limit: 500 }),
  work: ({ id }) => void returnTicket(asSystem(ctx), id),
})

export const returnTicketsOfDeletedUser = reaction('user.deleted', (ctx, { data: { userId } }) => {
  for (const { id } of attended.all(ctx, { userId, limit: -1 })) returnTicket(asSystem(ctx), id)
})
