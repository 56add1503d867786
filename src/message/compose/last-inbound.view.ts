import { and, desc, eq, gt, gte, isNull, ne, or, sql } from 'drizzle-orm'
import { channelRules } from '../../channel/channel-rules.contract'
import type { CompanyContext } from '../../kernel/company/company-context'
import { isSame, scalar, stored } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import type { ConnectionId, ContactId, MessageId, TicketId } from '../../kernel/ids'
import { contactTable } from '../../contact/contact.tables'
import type { CommentReply } from '../../ticket/ticket.answers'
import type { TicketRow } from '../../ticket/ticket.queries'
import { ticketTable } from '../../ticket/ticket.tables'
import { messageTable } from '../message.tables'

interface Conversation {
  contactId: ContactId
  connectionId: ConnectionId | null
}

const newest = statement((db, { contactId, connectionId }: Conversation) => {
  const isOfNumber = gte(messageTable.createdAt, sql`ifnull(${contactTable.numberSince}, 0)`)
  const ofTicket = db
    .select({ at: stored(messageTable.createdAt) })
    .from(messageTable)
    .where(and(eq(messageTable.ticketId, ticketTable.id), eq(messageTable.fromMe, false), isOfNumber))
    .orderBy(desc(messageTable.createdAt))
    .limit(1)
  return db
    .select({ at: sql<number | null>`max(${scalar(ofTicket)})` })
    .from(ticketTable)
    .innerJoin(contactTable, eq(contactTable.id, ticketTable.contactId))
    .where(and(eq(ticketTable.contactId, contactId), isSame(ticketTable.connectionId, connectionId)))
})

/** On any ticket: the reply window starts there. */
export const lastInboundMs = (ctx: CompanyContext, { contactId, connectionId }: Conversation) =>
  newest.get(ctx, { contactId, connectionId })?.at ?? undefined

const newestOfTicket = statement((db, { ticketId }: { ticketId: TicketId }) =>
  db
    .select({ id: messageTable.id, data: messageTable.data })
    .from(messageTable)
    .where(and(eq(messageTable.ticketId, ticketId), eq(messageTable.fromMe, false)))
    .orderBy(desc(messageTable.createdAt), desc(messageTable.id))
    .limit(1),
)

const answerAfter = statement((db, { ticketId, id }: { ticketId: TicketId; id: MessageId }) => {
  const { isPrivate, fromMe, sendState } = messageTable
  const isAfter = and(eq(messageTable.ticketId, ticketId), gt(messageTable.id, id))
  return db
    .select({ id: messageTable.id })
    .from(messageTable)
    .where(and(isAfter, eq(fromMe, true), eq(isPrivate, false), or(isNull(sendState), ne(sendState, 'failed'))))
    .limit(1)
})

/** Until the person writes, a comment may be answered once, in private. Undefined if the newest message is none. */
export function commentReplyOf(
  ctx: CompanyContext,
  { id: ticketId, channel }: Pick<TicketRow, 'id' | 'channel'>,
): CommentReply | undefined {
  if (channelRules[channel].commentReplyDays === undefined) return undefined
  const newest = newestOfTicket.get(ctx, { ticketId })
  if (newest?.data?.referral?.of !== 'comment') return undefined
  return answerAfter.get(ctx, { ticketId, id: newest.id }) ? 'sent' : 'open'
}
