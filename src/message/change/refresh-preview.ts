import type { CompanyContext } from '../../kernel/company/company-context'
import { changeMessageOnTicket } from '../../ticket/change/note-message-on-ticket'
import { deletedMessagesOf } from '../../ticket/ticket.queries'
import { findMessageRow } from '../message.queries'

interface Subject {
  messageId: number
  ticketId: number
  preview?: string
}

export function refreshPreview(ctx: CompanyContext, { messageId, ticketId, preview }: Subject) {
  if (preview === undefined && !isHiddenOnceDeleted(ctx, messageId)) return
  changeMessageOnTicket(ctx, ticketId, messageId, preview ?? '')
}

const isHiddenOnceDeleted = (ctx: CompanyContext, messageId: number) =>
  deletedMessagesOf(ctx).areHidden(findMessageRow(ctx, messageId)?.connectionId ?? null)
