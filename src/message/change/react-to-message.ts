import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import type { MessageId } from '../../kernel/ids'
import { canChangeTicket } from '../../ticket/ticket.policy'
import { assertChannelCan } from '../compose/compose-messages'
import { isWithProvider } from './edit-message'
import { getMessage } from '../message.queries'
import { addOutboundChange } from '../outbox/outbound-change'
import { setReaction } from './set-reaction'

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
