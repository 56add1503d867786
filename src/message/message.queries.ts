import { and, asc, desc, eq, gte, sql } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { listTable } from '../kernel/database/expressions'
import { statement } from '../kernel/database/statement'
import { refuse, required } from '../kernel/errors'
import type { ConnectionId, MessageId, TicketId } from '../kernel/ids'
import { findTicketOfMessage } from './list/message-reach'
import { isAwaited, messageTable } from './message.tables'
import type { LastMessageMark, TicketRow } from '../ticket/ticket.queries'

export type MessageRow = typeof messageTable.$inferSelect

const { id, ticketId, fromMe, ack, mediaType, isDeleted, createdAt } = messageTable

const statements = {
  byId: statement((db, of: { id: MessageId }) => db.select().from(messageTable).where(eq(id, of.id))),
  known: statement((db, of: { connectionId: ConnectionId; providerId: string }) =>
    db
      .select({
        id,
        ticketId,
        fromMe,
        ack,
        sendState: messageTable.sendState,
        mediaType,
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
      .orderBy(desc(createdAt), desc(id))
      .limit(of.limit),
  ),
  marks: statement((db, { ids }: { ids: readonly MessageId[] }) => {
    const requested = listTable(ids)
    return db
      .select({ id, fromMe, ack, mediaType, isDeleted, isAwaited })
      .from(requested.table)
      .crossJoin(messageTable)
      .where(eq(id, requested.value))
  }),
  time: statement((db, of: { id: MessageId }) => db.select({ at: createdAt }).from(messageTable).where(eq(id, of.id))),
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

/** Whether the ticket shows a message that is newer. */
export function isLate(ctx: CompanyContext, { lastMessageId, updatedAt }: TicketRow, at: Date) {
  if (lastMessageId === null || at >= updatedAt) return false
  const newest = statements.time.get(ctx, { id: lastMessageId })
  return newest !== undefined && newest.at > at
}

export function listMarks(ctx: CompanyContext, ids: readonly MessageId[]): ReadonlyMap<MessageId, LastMessageMark> {
  // A rest parameter takes a third longer.
  return new Map(
    statements.marks
      .all(ctx, { ids })
      .map(({ id, fromMe, ack, mediaType, isDeleted, isAwaited }) => [
        id,
        { fromMe, ack, mediaType, isDeleted, isAwaited },
      ]),
  )
}

export function listTicketMessages(ctx: CompanyContext, ticketId: TicketId, limit: number): MessageRow[] {
  return statements.ofTicket.all(ctx, { ticketId, limit }).toReversed()
}
