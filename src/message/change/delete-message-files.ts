import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import type { TicketId } from '../../kernel/ids'
import { deleteMedia } from '../../kernel/file/media-store'
import { mediaTable } from '../../kernel/file/media.tables'
import { messageTable } from '../message.tables'

const filesOfTicket = statement((db, of: { ticketId: TicketId }) =>
  db
    .select({ id: mediaTable.id })
    .from(messageTable)
    .innerJoin(mediaTable, and(eq(mediaTable.kind, 'message'), eq(mediaTable.ownerId, messageTable.id)))
    .where(eq(messageTable.ticketId, of.ticketId)),
)

export function deleteMessageFiles(ctx: CompanyContext, ticketId: TicketId) {
  for (const { id } of filesOfTicket.all(ctx, { ticketId })) deleteMedia(ctx, id)
}
