import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import type { MessageId, TicketId } from '../../kernel/ids'
import { canChangeTicket } from '../../ticket/ticket.policy'
import { assertChannelCan } from '../compose/compose-messages'
import { isWithProvider } from './edit-message'
import { getMessage } from '../message.queries'
import { addOutboundChange } from '../outbox/outbound-change'
import { and, eq, lt, ne, or } from 'drizzle-orm'
import { excluded } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import { recordEvent } from '../../kernel/event/event-log'
import { pick } from '../../kernel/typed-object.contract'
import { messageReactionTable } from '../message.tables'

/** Sets the company's reaction; one per message, whichever user reacts. An empty emoji removes it. */
export function reactToMessage(ctx: CompanyContext, messageId: MessageId, emoji: string) {
  ctx.transaction(() => {
    const { message, ticket } = getMessage(ctx, messageId)
    if (!canChangeTicket(ctx.actor, ticket)) refuse('ERR_NO_PERMISSION')
    const { connectionId } = ticket
    if (connectionId === null || !isWithProvider(message) || message.isDeleted || message.mediaType === 'call_log') {
      refuse('ERR_CHANNEL_CANNOT')
    }
    assertChannelCan(ticket.channel, 'react')
    const changed = setReaction(ctx, { messageId, ticketId: ticket.id, author: 0, emoji, at: ctx.now })
    if (changed) addOutboundChange(ctx, connectionId, messageId, 'react', { emoji })
  })
}

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
