import { and, desc, eq, gt, isNotNull, max, min, or } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { statement } from '../kernel/database/statement'
import type { TicketId } from '../kernel/ids'
import { messageTable } from './message.tables'

const { id, ticketId, fromMe, isPrivate, userId, providerData, createdAt } = messageTable

/** Of an agent, or written on the paired phone. */
const isPersons = or(isNotNull(userId), isNotNull(providerData))

const statements = {
  answer: statement((db, of: { ticketId: TicketId }) =>
    db
      .select({ id, at: createdAt })
      .from(messageTable)
      .where(and(eq(ticketId, of.ticketId), eq(fromMe, true), eq(isPrivate, false), isPersons))
      .orderBy(desc(id))
      .limit(1),
  ),
  unanswered: statement((db, of: { ticketId: TicketId; afterId: number }) =>
    db
      .select({ first: min(createdAt), last: max(createdAt) })
      .from(messageTable)
      .where(and(eq(ticketId, of.ticketId), eq(fromMe, false), gt(id, of.afterId))),
  ),
}

/** Ever, or at that moment (ms) or later. */
export function wasAnswered(ctx: CompanyContext, id: TicketId, sinceMs = 0) {
  const answer = statements.answer.get(ctx, { ticketId: id })
  return answer !== undefined && answer.at.getTime() >= sinceMs
}

/** The first and last of the contact's messages that no person has answered. Undefined if there are none. */
export function findUnanswered(ctx: CompanyContext, id: TicketId) {
  const afterId = statements.answer.get(ctx, { ticketId: id })?.id ?? 0
  const { first, last } = statements.unanswered.get(ctx, { ticketId: id, afterId }) ?? {}
  return first && last ? { first, last } : undefined
}
