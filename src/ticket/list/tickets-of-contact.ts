import { and, asc, eq, isNotNull, ne, or } from 'drizzle-orm'
import { isAdmin } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import type { ContactId, TicketId } from '../../kernel/ids'
import { canSeeTicket } from '../ticket.policy'
import { ticketTable } from '../ticket.tables'

const { id, status, userId, queueId, contactId } = ticketTable

const statements = {
  // A closed one of nobody is a record of what was sent.
  assignments: statement((db, v: { contactId: ContactId }) =>
    db
      .selectDistinct({ status, userId, queueId })
      .from(ticketTable)
      .where(and(eq(contactId, v.contactId), or(ne(status, 'closed'), isNotNull(userId), isNotNull(queueId)))),
  ),
  active: statement((db, v: { contactId: ContactId }) =>
    db
      .select({ id })
      .from(ticketTable)
      .where(and(eq(contactId, v.contactId), ne(status, 'closed')))
      .orderBy(asc(id)),
  ),
}

export function reachesContact(ctx: CompanyContext, contactId: ContactId): boolean {
  if (isAdmin(ctx.actor)) return true
  const found = statements.assignments.all(ctx, { contactId })
  return found.length === 0 || found.some((ticket) => canSeeTicket(ctx.actor, ticket))
}

export function listActiveTicketIds(ctx: CompanyContext, contactId: ContactId): TicketId[] {
  return statements.active.all(ctx, { contactId }).map(({ id }) => id)
}
