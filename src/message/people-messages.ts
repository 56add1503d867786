import { and, desc, eq, isNotNull, or } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { statement } from '../kernel/database/statement'
import type { TicketId } from '../kernel/ids'
import { messageTable } from './message.tables'

const { id, ticketId, fromMe, isPrivate, userId, providerData } = messageTable

/** Of an agent, or written on the paired phone. */
const isPersons = or(isNotNull(userId), isNotNull(providerData))

const statements = {
  answer: statement((db, of: { ticketId: TicketId }) =>
    db
      .select({ id })
      .from(messageTable)
      .where(and(eq(ticketId, of.ticketId), eq(fromMe, true), eq(isPrivate, false), isPersons))
      .limit(1),
  ),
  last: statement((db, of: { ticketId: TicketId }) =>
    db
      .select({ fromMe })
      .from(messageTable)
      .where(and(eq(ticketId, of.ticketId), eq(isPrivate, false), or(eq(fromMe, false), isPersons)))
      .orderBy(desc(id))
      .limit(1),
  ),
}

export const wasAnswered = (ctx: CompanyContext, id: TicketId) =>
  statements.answer.get(ctx, { ticketId: id }) !== undefined

/** Whether the contact did, after what people answered; a bot's answers do not count. */
export const wroteLast = (ctx: CompanyContext, id: TicketId) =>
  statements.last.get(ctx, { ticketId: id })?.fromMe === false
