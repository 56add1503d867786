import { and, asc, desc, eq, gte, sql } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { statement } from '../kernel/database/statement'
import { refuse, required } from '../kernel/errors'
import type { ConnectionId, MessageId, TicketId } from '../kernel/ids'
import { findTicketOfMessage } from './list/message-reach'
import { messageTable } from './message.tables'

export type MessageRow = typeof messageTable.$inferSelect

const { id, ticketId, fromMe, isDeleted } = messageTable

const statements = {
  byId: statement((db, of: { id: MessageId }) => db.select().from(messageTable).where(eq(id, of.id))),
  known: statement((db, of: { connectionId: ConnectionId; providerId: string }) =>
    db
      .select({
        id,
        ticketId,
        fromMe,
        ack: messageTable.ack,
        sendState: messageTable.sendState,
        mediaType: messageTable.mediaType,
        isDeleted,
        placeholder: sql<string | null>`${messageTable.data} ->> '$.placeholder'`,
      })
      .from(messageTable)
      .where(and(eq(messageTable.providerId, of.providerId), eq(messageTable.connectionId, of.connectionId))),
  ),
  ofContact: statement((db, of: { ticketId: TicketId; firstId: MessageId }) =>
    db
      .select()
      .from(messageTable)
      .where(and(eq(ticketId, of.ticketId), gte(id, of.firstId), eq(fromMe, false), eq(isDeleted, false)))
      .orderBy(asc(id))
      .limit(100),
  ),
  ofTicket: statement((db, of: { ticketId: TicketId; limit: number }) =>
    db
      .select()
      .from(messageTable)
      .where(and(eq(ticketId, of.ticketId), eq(messageTable.isPrivate, false), eq(isDeleted, false)))
      .orderBy(desc(messageTable.createdAt), desc(id))
      .limit(of.limit),
  ),
}

export type KnownMessage = NonNullable<ReturnType<typeof findByProviderId>>

export function findByProviderId(ctx: CompanyContext, connectionId: ConnectionId, providerId: string) {
  return statements.known.get(ctx, { connectionId, providerId })
}

const formRowsMax = 20_000

export function listFormFields({ db }: CompanyContext): string[] {
  const latest = db
    .select({ data: messageTable.data })
    .from(messageTable)
    .orderBy(desc(id))
    .limit(formRowsMax)
    .as('latest')
  const name = sql<string>`field.key`
  const rows = db
    .selectDistinct({ name })
    .from(latest)
    .innerJoin(sql`json_each(${latest.data}, '$.answers') AS field`, sql`true`)
    .all()
  return rows.map((row) => row.name)
}

export function findMessageRow(ctx: CompanyContext, id: MessageId): MessageRow | undefined {
  return statements.byId.get(ctx, { id })
}

export function getMessage(ctx: CompanyContext, id: MessageId) {
  const message = required(findMessageRow(ctx, id), 'ERR_NO_MESSAGE_FOUND')
  const ticket = findTicketOfMessage(ctx, message.ticketId) ?? refuse('ERR_NO_MESSAGE_FOUND')
  return { message, ticket }
}

/** Returns the contact's messages on the ticket from this one on, oldest first, without deleted ones. */
export function listContactMessages(ctx: CompanyContext, ticketId: TicketId, firstId: MessageId): MessageRow[] {
  return statements.ofContact.all(ctx, { ticketId, firstId })
}

export function listTicketMessages(ctx: CompanyContext, ticketId: TicketId, limit: number): MessageRow[] {
  return statements.ofTicket.all(ctx, { ticketId, limit }).toReversed()
}
