import type { CompanyContext } from '../../kernel/company/company-context'
import type { Media } from '../../kernel/file/media-store'
import { deletedMessagesOf } from '../../ticket/deleted-messages'
import { findTicketOfMessage } from '../list/message-reach'
import { findMessageRow } from '../message.queries'

export function mayReadMessageFile(ctx: CompanyContext, media: Media) {
  const message = findMessageRow(ctx, media.ownerId)
  if (!message || (message.isDeleted && deletedMessagesOf(ctx).areHidden(message.connectionId))) return false
  return findTicketOfMessage(ctx, message.ticketId) !== undefined
}
