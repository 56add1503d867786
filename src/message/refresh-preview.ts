import type { CompanyContext } from '../kernel/company-context'
import { changeMessageOnTicket } from '../ticket/note-message-on-ticket'
import { deletedMessagesOf } from '../ticket/deleted-messages'
import { findMessageRow } from './message.queries'

interface Subject {
  messageId: number
  ticketId: number
  /** Left out after a deletion. */
  preview?: string
}

/** The ticket's row shows its last message as it is now; its place in the list stays. */
export function refreshPreview(ctx: CompanyContext, { messageId, ticketId, preview }: Subject) {
  if (preview === undefined && !isHiddenOnceDeleted(ctx, messageId)) return
  changeMessageOnTicket(ctx, ticketId, messageId, preview ?? '')
}

const isHiddenOnceDeleted = (ctx: CompanyContext, messageId: number) =>
  deletedMessagesOf(ctx).areHidden(findMessageRow(ctx, messageId)?.connectionId ?? null)
