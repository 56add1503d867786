import { and, eq, gt } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { actingUserId } from '../../kernel/company/actor'
import { statement } from '../../kernel/database/statement'
import { recordEvent } from '../../kernel/event/event-log'
import type { MessageId, TicketId, UserId } from '../../kernel/ids'
import { getTicketRow } from '../../ticket/ticket.queries'
import { removeMessage } from '../change/remove-message'
import '../message.events'
import { markDeleted } from '../inbound/apply-inbound-change'
import { messageTable } from '../message.tables'

const { id, isPrivate } = messageTable

type After = { ticketId: TicketId; afterId: MessageId }

const isAfter = ({ ticketId, afterId }: After) => and(eq(messageTable.ticketId, ticketId), gt(id, afterId))

const statements = {
  ours: statement((db, of: After) =>
    db
      .select({ id })
      .from(messageTable)
      .where(and(isAfter(of), eq(messageTable.fromMe, true), eq(isPrivate, false)))
      .limit(1),
  ),
  ownNotes: statement((db, of: After & { userId: UserId; at: Date }) => {
    const { isDeleted, userId, createdAt } = messageTable
    return db
      .select({ id })
      .from(messageTable)
      .where(and(isAfter(of), eq(isPrivate, true), eq(isDeleted, false), eq(userId, of.userId), eq(createdAt, of.at)))
  }),
}

/** Returns whether we wrote to the contact on the ticket after this message, manually or automatically. */
export function wasWrittenTo(ctx: CompanyContext, ticketId: TicketId, afterId: MessageId | null): boolean {
  return statements.ours.get(ctx, { ticketId, afterId: afterId ?? 0 }) !== undefined
}

/** Removes the private note that a transfer left for the colleague, because the acting user has undone the transfer. */
export function withdrawTransferNote(
  ctx: CompanyContext,
  ticketId: TicketId,
  { changedAt, lastMessageId }: { changedAt: number; lastMessageId: MessageId | null },
) {
  const userId = actingUserId(ctx.actor) ?? 0
  const after = { ticketId, afterId: lastMessageId ?? 0 }
  const notes = statements.ownNotes.all(ctx, { ...after, userId, at: new Date(changedAt) })
  if (notes.length === 0) return
  for (const { id } of notes) {
    // Its mentions are withdrawn first.
    markDeleted(ctx, { id, ticketId })
    removeMessage(ctx, id)
  }
  const { contactId } = getTicketRow(ctx, ticketId)
  recordEvent(ctx, 'ticket.messagesWithdrawn', { ticketId, contactId }, {})
}
