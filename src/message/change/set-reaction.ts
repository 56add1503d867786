import type { CompanyContext } from '../../kernel/company/company-context'
import { recordEvent } from '../../kernel/event/event-log'
import type { MessageId, TicketId } from '../../kernel/ids'

interface NewReaction {
  messageId: MessageId
  ticketId: TicketId
  author: number
  emoji: string
  atMs: number
}

/**
 * Stores one reaction per person and message. The newest wins, in whatever order they arrive. Returns whether anything
 * changed.
 */
export function setReaction(ctx: CompanyContext, { messageId, ticketId, author, emoji, atMs }: NewReaction): boolean {
  const { changes } = ctx.company.sqlite
    .query(
      // A removed reaction stays as an empty one, so that an older event cannot restore it.
      `INSERT INTO message_reaction (message_id, author, emoji, at) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT DO UPDATE SET emoji = excluded.emoji, at = excluded.at
       WHERE at < excluded.at OR (at = excluded.at AND emoji <> excluded.emoji)`,
    )
    .run(messageId, author, emoji.slice(0, 40), atMs)
  if (changes > 0) recordEvent(ctx, 'message.changed', { messageId, ticketId }, { what: 'reaction' })
  return changes > 0
}
