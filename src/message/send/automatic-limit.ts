import { and, desc, eq, gte } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { asFlag } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import { recordEvent } from '../../kernel/event/event-log'
import type { ContactId, TicketId } from '../../kernel/ids'
import { countNotice, lastNoticeAtMs } from '../../ticket/history/ticket-notice'
import type { TicketRow } from '../../ticket/ticket.queries'
import { isAutomatic, messageTable } from '../message.tables'
import { automaticMessagesMax } from '../message.contract'

declare module '../../kernel/event/event-log' {
  interface EventPayloads {
    'ticket.automaticLimitReached': object
  }
}

const { id, ticketId, contactId, isPrivate, isDeleted, createdAt } = messageTable

const statements = {
  newest: statement((db, of: { ticketId: TicketId; since: Date }) =>
    db
      .select({ id, isAutomatic: asFlag(isAutomatic), at: createdAt })
      .from(messageTable)
      .where(and(eq(ticketId, of.ticketId), gte(createdAt, of.since), eq(isPrivate, false), eq(isDeleted, false)))
      .orderBy(desc(createdAt), desc(id))
      .limit(automaticMessagesMax),
  ),
  received: statement((db, of: { contactId: ContactId; ticketId: TicketId }) =>
    db
      .select({ id })
      .from(messageTable)
      .where(and(eq(contactId, of.contactId), eq(ticketId, of.ticketId)))
      .orderBy(desc(id))
      .limit(1),
  ),
}

/** Since a contact or person wrote, or a person, schedule or campaign asked for them. */
function messagesInARow(ctx: CompanyContext, { id: ticketId, contactId }: TicketRow) {
  const since = new Date(lastNoticeAtMs(ctx, ticketId, 'cause') ?? 0)
  const rows = statements.newest.all(ctx, { ticketId, since })
  const other = rows.findIndex(({ isAutomatic }) => !isAutomatic)
  // A late message is older than the answers before it.
  const receivedId = statements.received.get(ctx, { contactId, ticketId })?.id ?? 0
  return (other === -1 ? rows : rows.slice(0, other)).filter((message) => message.id > receivedId)
}

export function countAutomaticLeft(ctx: CompanyContext, ticket: TicketRow): number {
  return automaticMessagesMax - messagesInARow(ctx, ticket).length
}

/** The limit counts from here. */
export function noteCause(ctx: CompanyContext, ticketId: TicketId) {
  countNotice(ctx, ticketId, 'cause', { timesMax: 0 })
}

/** Recorded once for each time the limit is reached. */
export function withinLimit<T>(ctx: CompanyContext, ticket: TicketRow, messages: readonly T[]): readonly T[] {
  const { id, contactId } = ticket
  const row = messagesInARow(ctx, ticket)
  const left = automaticMessagesMax - row.length
  if (messages.length <= left) return messages
  const reportedAt = lastNoticeAtMs(ctx, id, 'automaticLimit') ?? -1
  if (reportedAt < (row.at(-1)?.at ?? ctx.now).getTime()) {
    countNotice(ctx, id, 'automaticLimit', { timesMax: 0 })
    recordEvent(ctx, 'ticket.automaticLimitReached', { ticketId: id, contactId }, {})
  }
  return messages.slice(0, left)
}
