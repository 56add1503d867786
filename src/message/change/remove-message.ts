import { and, desc, eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { deleteMedia } from '../../kernel/file/media-store'
import { mediaTable } from '../../kernel/file/media.tables'
import type { MessageId, TicketId } from '../../kernel/ids'
import { replaceLastMessage } from '../../ticket/change/note-message-on-ticket'
import { previewOf } from '../inbound/inbound-content'
import { messageTable } from '../message.tables'

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
