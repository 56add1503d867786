import { and, desc, eq, lt, lte, ne, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import type { QueueId, TicketId } from '../../kernel/ids'
import type { TicketAssignment } from '../ticket.policy'
import { ticketTable } from '../ticket.tables'

export interface EarlierTicket {
  id: TicketId
  queueId: QueueId | null
}

const shown = alias(ticketTable, 'shown')
const earlier = alias(ticketTable, 'earlier')

/** It started before, or ended before `shown` did: a reopened ticket has an older id. */
const isHistory = and(
  eq(earlier.contactId, shown.contactId),
  eq(earlier.connectionId, shown.connectionId),
  ne(earlier.id, shown.id),
  or(
    lt(earlier.id, shown.id),
    and(eq(earlier.status, 'closed'), or(ne(shown.status, 'closed'), lte(earlier.closedAt, shown.closedAt))),
  ),
)

const statements = {
  earlier: statement((db, { id }: { id: TicketId }) =>
    db
      .select({ id: earlier.id, queueId: earlier.queueId })
      .from(shown)
      .innerJoin(earlier, isHistory)
      .where(eq(shown.id, id))
      .orderBy(desc(earlier.id)),
  ),
  later: statement((db, { id }: { id: TicketId }) =>
    db
      .select({ status: shown.status, userId: shown.userId, queueId: shown.queueId })
      .from(earlier)
      .innerJoin(shown, isHistory)
      .where(eq(earlier.id, id))
      .orderBy(desc(shown.id)),
  ),
}

export function listEarlierTickets(ctx: CompanyContext, ticketId: TicketId): EarlierTicket[] {
  return statements.earlier.all(ctx, { id: ticketId })
}

export function listLaterTickets(ctx: CompanyContext, ticketId: TicketId): TicketAssignment[] {
  return statements.later.all(ctx, { id: ticketId })
}
