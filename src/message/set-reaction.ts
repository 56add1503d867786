import type { CompanyContext } from '../kernel/company-context'
import { recordEvent } from '../kernel/event-log'
import type { MessageId, TicketId } from '../kernel/ids'

interface NewReaction {
  messageId: MessageId
  ticketId: TicketId
  /** The contact's id; 0 for us. */
  author: number
  /** Empty takes it back. */
  emoji: string
  atMs: number
}

/** One reaction a person and message: the newest stands, whatever order they come in. True when it changed anything. */
export function setReaction(ctx: CompanyContext, { messageId, ticketId, author, emoji, atMs }: NewReaction): boolean {
  const { changes } = ctx.company.sqlite
    .query(
      // A reaction taken back stays as an empty one, so that the older event that set it cannot bring it back.
      `INSERT INTO message_reaction (message_id, author, emoji, at) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT DO UPDATE SET emoji = excluded.emoji, at = excluded.at
       WHERE at < excluded.at OR (at = excluded.at AND emoji <> excluded.emoji)`,
    )
    .run(messageId, author, emoji.slice(0, 40), atMs)
  if (changes > 0) recordEvent(ctx, 'message.changed', { messageId, ticketId }, { what: 'reaction' })
  return changes > 0
}
