import { and, eq, inArray } from 'drizzle-orm'
import { asSystem } from '../kernel/company-context'
import { reaction } from '../kernel/event-log'
import '../user/user.events'
import { returnTicket } from './return-ticket'
import { ticketTable } from './ticket.tables'

/** Whoever wrote to a colleague who has left waits for the next one. */
export const returnTicketsOfDeletedUser = reaction('user.deleted', (ctx, { data: { userId } }) => {
  const attended = ctx.db
    .select({ id: ticketTable.id })
    .from(ticketTable)
    .where(and(eq(ticketTable.userId, userId), inArray(ticketTable.status, ['open', 'group'])))
    .all()
  for (const { id } of attended) returnTicket(asSystem(ctx), id)
})
