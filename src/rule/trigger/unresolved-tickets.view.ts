import { and, asc, gt, inArray } from 'drizzle-orm'
import { type Opened, statement } from '../../kernel/database/statement'
import type { TicketId } from '../../kernel/ids'
import { ticketTable } from '../../ticket/ticket.tables'

const { id, status } = ticketTable

const unresolved = statement((db, of: { after: TicketId; max: number }) =>
  db
    .select({ id })
    .from(ticketTable)
    .where(and(gt(id, of.after), inArray(status, ['pending', 'open', 'group', 'lgpd'])))
    .orderBy(asc(id))
    .limit(of.max),
)

/** In the order of their ids. */
export const listUnresolvedTickets = (opened: Opened, after: TicketId, max: number): TicketId[] =>
  unresolved.all(opened, { after, max }).map(({ id: ticketId }) => ticketId)
