import { and, eq, notInArray, sql } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { stored, bare, inList } from '../../kernel/database/expressions'
import { reaction, recordEvent, isEvent, readEvents, type RecordedEvent } from '../../kernel/event/event-log'
import type { ContactId, TicketId } from '../../kernel/ids'
import { messageReactionTable, messageTable } from '../message.tables'
import { listMessagesOutside } from './messages-of-contact.view'
import type { ContactUnmerge } from '../../contact/contact.events'
import { statement } from '../../kernel/database/statement'
import { findTicketRow, listOwnTicketIds } from '../../ticket/ticket.queries'
import { refreshLastMessage } from '../change/remove-message'
import { findMessageRow } from '../message.queries'

export const mergeReactions = [
  reaction('contact.merged', (ctx, { data, contactId }) => followAuthor(ctx, data.fromContactId, contactId)),
  reaction('ticket.merged', (ctx, { data, ticketId }) => followTicket(ctx, data.fromTicketId, ticketId)),
  reaction('contact.unmerged', (ctx, { data, contactId }) => followContactUnmerge(ctx, data, contactId)),
]

function followAuthor(ctx: CompanyContext, fromId: ContactId, intoId: ContactId) {
  const { messageId, author, emoji, at } = messageReactionTable
  const messageIds = listMessagesOutside(ctx, fromId, intoId)
  ctx.db.update(messageTable).set({ contactId: intoId }).where(eq(messageTable.contactId, fromId)).run()
  // If both contacts had reacted, the reaction of the remaining one is kept.
  const reacted = ctx.db.select({ messageId }).from(messageReactionTable).where(eq(author, intoId))
  const moved = ctx.db
    .update(messageReactionTable)
    .set({ author: intoId })
    .where(and(eq(author, fromId), notInArray(messageId, reacted)))
    .returning({ messageId })
    .all()
  const dropped = ctx.db
    .delete(messageReactionTable)
    .where(eq(author, fromId))
    .returning({ messageId, emoji, at: stored(at) })
    .all()
  if (messageIds.length + moved.length + dropped.length === 0) return
  const reactedIds = moved.map(({ messageId }) => messageId)
  const change = { fromContactId: fromId, messageIds, reactedIds, dropped }
  recordEvent(ctx, 'contact.authorChanged', { contactId: intoId }, change)
}

function followTicket(ctx: CompanyContext, fromId: TicketId, intoId: TicketId) {
  const { id, ticketId } = messageTable
  const moved = ctx.db
    .update(messageTable)
    .set({ ticketId: intoId })
    .where(eq(ticketId, fromId))
    .returning({ id })
    .all()
  const messageIds = moved.map(({ id }) => id)
  if (moved.length > 0) {
    recordEvent(ctx, 'ticket.messagesMoved', { ticketId: intoId }, { fromTicketId: fromId, messageIds })
  }
}

const { id, contactId, ticketId } = messageTable
const { author, messageId } = messageReactionTable

interface Returned {
  fromId: number
  intoId: number
  ids: readonly number[]
}

const authorsWhere = (column: typeof id | typeof ticketId) =>
  statement((db, of: Returned) =>
    db
      .update(messageTable)
      .set({ contactId: of.fromId })
      .where(and(eq(contactId, of.intoId), inList(column, of.ids))),
  )

const statements = {
  authorsOnTickets: authorsWhere(ticketId),
  authors: authorsWhere(id),
  reactions: statement(
    (_, of: Returned) =>
      sql`UPDATE OR IGNORE ${messageReactionTable} SET ${bare(author)} = ${of.fromId}
        WHERE ${and(eq(author, of.intoId), inList(messageId, of.ids))}`,
  ),
  messages: statement((db, of: Returned) =>
    db
      .update(messageTable)
      .set({ ticketId: of.fromId })
      .where(and(eq(ticketId, of.intoId), inList(id, of.ids)))
      .returning({ id }),
  ),
}

function followContactUnmerge(ctx: CompanyContext, undone: ContactUnmerge, intoId: ContactId) {
  const { fromContactId: fromId, firstEvent, lastEvent } = undone
  const events = readEvents(ctx, firstEvent, { last: lastEvent })
  for (const event of events) if (isEvent(event, 'ticket.messagesMoved')) returnMessages(ctx, event)
  statements.authorsOnTickets.run(ctx, { fromId, intoId, ids: listOwnTicketIds(ctx, fromId) })
  for (const event of events) if (isEvent(event, 'contact.authorChanged')) returnAuthor(ctx, event, intoId)
}

function returnMessages(ctx: CompanyContext, { ticketId: intoId, data }: RecordedEvent<'ticket.messagesMoved'>) {
  const { fromTicketId: fromId, messageIds: ids } = data
  if (!findTicketRow(ctx, fromId)) return
  const messageIds = statements.messages.all(ctx, { fromId, intoId, ids }).map(({ id }) => id)
  recordEvent(ctx, 'ticket.messagesMoved', { ticketId: fromId }, { fromTicketId: intoId, messageIds })
  for (const ticketId of [fromId, intoId]) refreshLastMessage(ctx, ticketId)
}

function returnAuthor(ctx: CompanyContext, { data }: RecordedEvent<'contact.authorChanged'>, intoId: ContactId) {
  const { fromContactId: fromId, messageIds, reactedIds, dropped } = data
  statements.authors.run(ctx, { fromId, intoId, ids: messageIds })
  statements.reactions.run(ctx, { fromId, intoId, ids: reactedIds })
  for (const { messageId, emoji, at } of dropped) {
    if (!findMessageRow(ctx, messageId)) continue
    const reaction = { messageId, author: fromId, emoji, at: new Date(at) }
    ctx.db.insert(messageReactionTable).values(reaction).onConflictDoNothing().run()
  }
}
