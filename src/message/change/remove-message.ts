import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { deleteMedia } from '../../kernel/file/media-store'
import { mediaTable } from '../../kernel/file/media.tables'
import type { MessageId, TicketId } from '../../kernel/ids'
import { replaceLastMessage } from '../../ticket/change/note-message-on-ticket'
import { previewOf } from '../inbound/inbound-content'
import { messageTable } from '../message.tables'
import { recordEvent } from '../../kernel/event/event-log'
import { getTicketRow } from '../../ticket/ticket.queries'

const statements = {
  media: statement((db, of: { messageId: MessageId }) =>
    db
      .select({ id: mediaTable.id })
      .from(mediaTable)
      .where(and(eq(mediaTable.kind, 'message'), eq(mediaTable.ownerId, of.messageId))),
  ),
  remove: statement((db, { id }: { id: MessageId }) => db.delete(messageTable).where(eq(messageTable.id, id))),
}

/** Removes a message with its files, so that nothing of it remains. The ticket's last message stays as it was. */
export function removeMessage(ctx: CompanyContext, messageId: MessageId) {
  for (const { id } of statements.media.all(ctx, { messageId })) deleteMedia(ctx, id)
  statements.remove.run(ctx, { id: messageId })
}

export function refreshLastMessage(ctx: CompanyContext, ticketId: TicketId) {
  const shown = and(eq(messageTable.ticketId, ticketId), eq(messageTable.isPrivate, false))
  const newest = ctx.db
    .select()
    .from(messageTable)
    .where(shown)
    .orderBy(desc(messageTable.createdAt), desc(messageTable.id))
    .limit(1)
    .get()
  replaceLastMessage(ctx, ticketId, newest && { messageId: newest.id, preview: previewOf(newest) })
}

const delayed = statement((db, of: { ticketId: TicketId; after: Date }) => {
  const { id, ticketId, sendState, sendAfter, userId } = messageTable
  return db
    .select({ id })
    .from(messageTable)
    .where(and(eq(ticketId, of.ticketId), eq(sendState, 'queued'), gt(sendAfter, of.after), isNull(userId)))
})

export function withdrawDelayedMessages(ctx: CompanyContext, ticketId: TicketId) {
  const ids = delayed.all(ctx, { ticketId, after: ctx.now }).map(({ id }) => id)
  if (ids.length === 0) return
  const { lastMessageId, contactId } = getTicketRow(ctx, ticketId)
  for (const id of ids) removeMessage(ctx, id)
  if (lastMessageId !== null && ids.includes(lastMessageId)) refreshLastMessage(ctx, ticketId)
  recordEvent(ctx, 'ticket.messagesWithdrawn', { ticketId, contactId }, {})
}
