import type { CompanyContext } from '../../kernel/company/company-context'
import { actingUserId } from '../../kernel/company/actor'
import { perCompany } from '../../kernel/company/company-files'
import { recordEvent } from '../../kernel/event/event-log'
import type { MessageId, TicketId } from '../../kernel/ids'
import { getTicketRow } from '../../ticket/ticket.queries'
import { removeMessage } from '../change/remove-message'
import '../message.events'
import { markDeleted } from '../inbound/apply-inbound-change'

const statements = perCompany(({ sqlite }) => ({
  ours: sqlite.prepare<{ id: number }, [number, number]>(
    'SELECT id FROM message WHERE ticket_id = ? AND id > ? AND from_me = 1 AND is_private = 0 LIMIT 1',
  ),
  ownNotes: sqlite.prepare<{ id: number }, [number, number, number, number]>(
    `SELECT id FROM message WHERE ticket_id = ? AND id > ? AND is_private = 1 AND is_deleted = 0 AND user_id = ?
       AND created_at = ?`,
  ),
}))

/** Returns whether we wrote to the contact on the ticket after this message, manually or automatically. */
export function wasWrittenTo(ctx: CompanyContext, ticketId: TicketId, afterId: MessageId | null): boolean {
  return statements(ctx.company).ours.get(ticketId, afterId ?? 0) !== null
}

/** Removes the private note that a transfer left for the colleague, because the acting user has undone the transfer. */
export function withdrawTransferNote(
  ctx: CompanyContext,
  ticketId: TicketId,
  { changedAt, lastMessageId }: { changedAt: number; lastMessageId: MessageId | null },
) {
  const notes = statements(ctx.company).ownNotes.all(
    ticketId,
    lastMessageId ?? 0,
    actingUserId(ctx.actor) ?? 0,
    changedAt,
  )
  if (notes.length === 0) return
  for (const { id } of notes) {
    // Its mentions are withdrawn first.
    markDeleted(ctx, { id, ticketId })
    removeMessage(ctx, id)
  }
  const { contactId } = getTicketRow(ctx, ticketId)
  recordEvent(ctx, 'ticket.messagesWithdrawn', { ticketId, contactId }, {})
}
