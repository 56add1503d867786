import { and, eq, lt, ne, or } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { excluded } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import { recordEvent } from '../../kernel/event/event-log'
import type { TicketId } from '../../kernel/ids'
import { pick } from '../../kernel/typed-object.contract'
import { messageReactionTable } from '../message.tables'

type Reaction = typeof messageReactionTable.$inferSelect

const put = statement((db, reaction: Reaction) => {
  const { messageId, author, emoji, at } = messageReactionTable
  return (
    db
      .insert(messageReactionTable)
      .values(pick(reaction, 'messageId', 'author', 'emoji', 'at'))
      // A removed reaction stays as an empty one, so that an older event cannot restore it.
      .onConflictDoUpdate({
        target: [messageId, author],
        set: { emoji: excluded(emoji), at: excluded(at) },
        setWhere: or(lt(at, excluded(at)), and(eq(at, excluded(at)), ne(emoji, excluded(emoji)))),
      })
  )
})

/** The newest wins, in whatever order they arrive. Returns whether anything changed. */
export function setReaction(ctx: CompanyContext, reaction: Reaction & { ticketId: TicketId }): boolean {
  const { messageId, ticketId, emoji } = reaction
  const { changes } = put.run(ctx, { ...reaction, emoji: emoji.slice(0, 40) })
  if (changes > 0) recordEvent(ctx, 'message.changed', { messageId, ticketId }, { what: 'reaction' })
  return changes > 0
}
