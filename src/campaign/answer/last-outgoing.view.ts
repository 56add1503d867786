import { and, eq, isNotNull, lt, max, or, type SQL, sql } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import type { ConnectionId, ContactId, MessageId } from '../../kernel/ids'
import { messageTable } from '../../message/message.tables'
import { ticketTable } from '../../ticket/ticket.tables'

const message = messageTable

type Sought = { contactId: ContactId; connectionId: ConnectionId; before: MessageId }

const newestWhere = (condition?: SQL) =>
  statement((db, of: Sought) => {
    const isOutgoing = and(eq(message.fromMe, true), eq(message.isPrivate, false))
    const newest = db
      .select({ id: max(message.id) })
      .from(message)
      .where(and(eq(message.ticketId, ticketTable.id), lt(message.id, of.before), isOutgoing, condition))
    return db
      .select({ id: sql<MessageId | null>`max(${newest})` })
      .from(ticketTable)
      .where(and(eq(ticketTable.contactId, of.contactId), eq(ticketTable.connectionId, of.connectionId)))
  })

const statements = {
  all: newestWhere(),
  // Messages of the phone have no user, but provider data.
  ofUsers: newestWhere(or(isNotNull(message.userId), isNotNull(message.providerData))),
}

export function lastOutgoingMessage(
  ctx: CompanyContext,
  contactId: ContactId,
  connectionId: ConnectionId,
  { from = 'all', before = Number.MAX_SAFE_INTEGER }: { from?: 'all' | 'ofUsers'; before?: MessageId } = {},
): MessageId | undefined {
  return statements[from].get(ctx, { contactId, connectionId, before })?.id ?? undefined
}
