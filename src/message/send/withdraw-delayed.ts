import { and, eq, gt, isNull } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { recordEvent } from '../../kernel/event/event-log'
import type { TicketId } from '../../kernel/ids'
import { getTicketRow } from '../../ticket/ticket.queries'
import { refreshLastMessage, removeMessage } from '../change/remove-message'
import { messageTable } from '../message.tables'

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
