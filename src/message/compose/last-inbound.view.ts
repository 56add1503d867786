import { and, desc, eq, gt, gte, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Address } from '../../channel/channel'
import { channelRules, replyWindowEndMs } from '../../channel/channel-rules.contract'
import type { CompanyContext } from '../../kernel/company/company-context'
import { isSame, scalar, stored } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import type { ConnectionId, ContactId, MessageId } from '../../kernel/ids'
import { findContactIdByIdentity } from '../../contact/contact.queries'
import { identityKey } from '../../contact/identity/resolve-contact'
import { contactTable } from '../../contact/contact.tables'
import type { CommentReply } from '../../ticket/ticket.answers'
import type { TicketRow } from '../../ticket/ticket.queries'
import { ticketTable } from '../../ticket/ticket.tables'
import { messageTable } from '../message.tables'

interface Conversation {
  contactId: ContactId
  connectionId: ConnectionId | null
}

const newestAt = statement((db, { contactId, connectionId }: Conversation) => {
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
  newestAt.get(ctx, { contactId, connectionId })?.at ?? undefined

const refusal = statement((db, of: Conversation & { atMs: number; code: string }) => {
  const { id, ticketId, createdAt, sendError } = messageTable
  const isOfContact = and(eq(ticketTable.contactId, of.contactId), isSame(ticketTable.connectionId, of.connectionId))
  return db
    .select({ id })
    .from(messageTable)
    .innerJoin(ticketTable, eq(ticketTable.id, ticketId))
    .where(and(isOfContact, gte(stored(createdAt), of.atMs), sql`${sendError} LIKE ${of.code} || '%'`))
    .limit(1)
})

/** Whether the provider, by its own clock, has refused a message after the reply window since the contact's last one. */
export function isWindowRefused(
  ctx: CompanyContext,
  { channel, contactId, connectionId }: Conversation & Pick<TicketRow, 'channel'>,
  atMs: number,
) {
  const { windowOverCode: code } = channelRules[channel]
  return code !== undefined && refusal.get(ctx, { contactId, connectionId, atMs, code }) !== undefined
}

// A join, because the contact's messages on the connection are found through the tickets.
const newestOf = (matching?: SQL) =>
  statement((db, { contactId, connectionId }: Conversation) => {
    const { id, ticketId, fromMe, createdAt, data, providerData } = messageTable
    const ofTicket = db
      .select({ id })
      .from(messageTable)
      .where(and(eq(ticketId, ticketTable.id), eq(fromMe, false), matching))
      .orderBy(desc(createdAt))
      .limit(1)
    const ofAll = db
      .select({ id: sql`max(${ofTicket})` })
      .from(ticketTable)
      .where(and(eq(ticketTable.contactId, contactId), isSame(ticketTable.connectionId, connectionId)))
    return db
      .select({ id, createdAt, data, providerData, channel: ticketTable.channel })
      .from(messageTable)
      .innerJoin(ticketTable, eq(ticketTable.id, ticketId))
      .where(eq(id, ofAll))
  })

const newest = newestOf()
const newestInPrivate = newestOf(sql`${messageTable.data} ->> '$.referral.of' IS NOT 'comment'`)

/** A comment only once the time to answer what the person wrote in private is over. */
function inboundToAnswer(ctx: CompanyContext, { contactId, connectionId }: Conversation) {
  const last = newest.get(ctx, { contactId, connectionId })
  if (last?.data?.referral?.of !== 'comment') return last
  const written = newestInPrivate.get(ctx, { contactId, connectionId })
  const endMs = written && replyWindowEndMs(written.channel, written.createdAt.getTime())
  return endMs !== undefined && ctx.now.getTime() <= endMs ? written : last
}

export function findLastInboundKey(ctx: CompanyContext, connectionId: ConnectionId, of: Address) {
  const contactId = findContactIdByIdentity(ctx, identityKey(ctx, of, connectionId))
  return contactId === undefined ? undefined : inboundToAnswer(ctx, { contactId, connectionId })?.providerData?.key
}

const answerAfter = statement((db, { id, contactId }: { id: MessageId; contactId: ContactId }) => {
  const { ticketId, isPrivate, fromMe, sendState } = messageTable
  const isSent = and(eq(fromMe, true), eq(isPrivate, false), or(isNull(sendState), ne(sendState, 'failed')))
  return db
    .select({ id: messageTable.id })
    .from(messageTable)
    .innerJoin(ticketTable, eq(ticketTable.id, ticketId))
    .where(and(eq(ticketTable.contactId, contactId), gt(messageTable.id, id), isSent))
    .limit(1)
})

/** A comment may be answered once, in private, until the person writes. Undefined if no comment is to be answered. */
export function commentReplyOf(
  ctx: CompanyContext,
  { channel, ...of }: Conversation & Pick<TicketRow, 'channel'>,
): CommentReply | undefined {
  if (channelRules[channel].commentReplyDays === undefined) return undefined
  const inbound = inboundToAnswer(ctx, of)
  if (inbound?.data?.referral?.of !== 'comment') return undefined
  return answerAfter.get(ctx, { id: inbound.id, contactId: of.contactId }) ? 'sent' : 'open'
}
