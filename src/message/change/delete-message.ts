import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import type { MessageId } from '../../kernel/ids'
import { canChangeTicket } from '../../ticket/ticket.policy'
import { markDeleted } from '../inbound/apply-inbound-change'
import { assertChannelCan } from '../compose/compose-messages'
import { isWithProvider } from './edit-message'
import { canDeleteMessage } from '../message.policy'
import { getMessage } from '../message.queries'
import { messageTable } from '../message.tables'
import { addOutboundChange } from '../outbox/outbound-change'

/** For the contact too. @throws Refusal ERR_DELETE_WAPP_MSG for somebody else's */
export function deleteMessage(ctx: CompanyContext, messageId: MessageId) {
  ctx.transaction(() => {
    const { message, ticket } = getMessage(ctx, messageId)
    if (!canChangeTicket(ctx.actor, ticket)) refuse('ERR_NO_PERMISSION')
    if (!canDeleteMessage(ctx.actor, message)) refuse('ERR_DELETE_WAPP_MSG')
    if (isWithProvider(message) && ticket.connectionId !== null) {
      assertChannelCan(ticket.channel, 'delete')
      addOutboundChange(ctx, ticket.connectionId, messageId, 'delete', {})
    } else {
      ctx.db.update(messageTable).set({ sendState: null }).where(eq(messageTable.id, messageId)).run()
    }
    markDeleted(ctx, { id: messageId, ticketId: ticket.id })
  })
}
