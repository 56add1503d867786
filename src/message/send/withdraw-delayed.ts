import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { recordEvent } from '../../kernel/event/event-log'
import type { TicketId } from '../../kernel/ids'
import { getTicketRow } from '../../ticket/ticket.queries'
import { refreshLastMessage, removeMessage } from '../change/remove-message'
import '../message.events'

const delayed = perCompany(({ sqlite }) =>
  sqlite.prepare<{ id: number }, [number, number]>(
    `SELECT id FROM message
     WHERE ticket_id = ? AND send_state = 'queued' AND send_after IS NOT NULL AND send_after > ? AND user_id IS NULL`,
  ),
)

/** Removes a bot's delayed messages on the ticket, which the contact never receives. */
export function withdrawDelayedMessages(ctx: CompanyContext, ticketId: TicketId) {
  const ids = delayed(ctx.company)
    .all(ticketId, ctx.now.getTime())
    .map(({ id }) => id)
  if (ids.length === 0) return
  const { lastMessageId, contactId } = getTicketRow(ctx, ticketId)
  for (const id of ids) removeMessage(ctx, id)
  if (lastMessageId !== null && ids.includes(lastMessageId)) refreshLastMessage(ctx, ticketId)
  recordEvent(ctx, 'ticket.messagesWithdrawn', { ticketId, contactId }, {})
}
