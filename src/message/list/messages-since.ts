import { and, eq, gt } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { actingUserId } from '../../kernel/company/actor'
import { recordEvent } from '../../kernel/event/event-log'
import type { MessageId, TicketId } from '../../kernel/ids'
import { getTicketRow } from '../../ticket/ticket.queries'
import { removeMessage } from '../change/remove-message'
import { markDeleted } from '../inbound/apply-inbound-change'
import { messageTable } from '../message.tables'

const { id, ticketId, isPrivate } = messageTable

export function wasWrittenTo(ctx: CompanyContext, ofTicket: TicketId, afterId: MessageId | null): boolean {
  const isOurs = and(eq(messageTable.fromMe, true), eq(isPrivate, false))
  const isLater = and(eq(ticketId, ofTicket), gt(id, afterId ?? 0))
  return ctx.db.select({ id }).from(messageTable).where(and(isLater, isOurs)).limit(1).get() !== undefined
}

export function withdrawTransferNote(
  ctx: CompanyContext,
  ofTicket: TicketId,
  { changedAt, lastMessageId }: { changedAt: number; lastMessageId: MessageId | null },
) {
  const { userId, isDeleted, createdAt } = messageTable
  const isOwn = and(eq(userId, actingUserId(ctx.actor) ?? 0), eq(createdAt, new Date(changedAt)))
  const isNote = and(eq(isPrivate, true), eq(isDeleted, false), isOwn)
  const isLater = and(eq(ticketId, ofTicket), gt(id, lastMessageId ?? 0))
  const notes = ctx.db.select({ id, ticketId }).from(messageTable).where(and(isLater, isNote)).all()
  if (notes.length === 0) return
  for (const note of notes) {
    markDeleted(ctx, note)
    removeMessage(ctx, note.id)
  }
  const { contactId } = getTicketRow(ctx, ofTicket)
  recordEvent(ctx, 'ticket.messagesWithdrawn', { ticketId: ofTicket, contactId }, {})
}
