import { and, desc, eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { deleteMedia } from '../../kernel/file/media-store'
import type { MessageId, TicketId } from '../../kernel/ids'
import { replaceLastMessage } from '../../ticket/change/note-message-on-ticket'
import { previewOf } from '../inbound/inbound-content'
import { messageTable } from '../message.tables'

const statements = perCompany(({ sqlite }) => ({
  media: sqlite.prepare<{ id: number }, [number]>("SELECT id FROM media WHERE kind = 'message' AND owner_id = ?"),
  remove: sqlite.prepare<unknown, [number]>('DELETE FROM message WHERE id = ?'),
}))

/** Removes a message with its files, so that nothing of it remains. The ticket's last message stays as it was. */
export function removeMessage(ctx: CompanyContext, messageId: MessageId) {
  const { media, remove } = statements(ctx.company)
  for (const file of media.all(messageId)) deleteMedia(ctx, file.id)
  remove.run(messageId)
}

/** Finds the ticket's last message anew, after messages were removed or moved. */
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
