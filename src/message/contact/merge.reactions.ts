import { and, eq, notInArray } from 'drizzle-orm'
import '../../contact/contact.events'
import type { CompanyContext } from '../../kernel/company/company-context'
import { stored } from '../../kernel/database/expressions'
import { reaction, recordEvent } from '../../kernel/event/event-log'
import type { ContactId, TicketId } from '../../kernel/ids'
import '../../ticket/ticket.events'
import { followContactUnmerge } from './follow-contact-unmerge'
import { messageReactionTable, messageTable } from '../message.tables'
import { listMessagesOutside } from './messages-of-contact.view'

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
