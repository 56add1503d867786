import { and, eq } from 'drizzle-orm'
import { channelRules } from '../../channel/channel-rules.contract'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { MessageId } from '../../kernel/ids'
import { canChangeTicket } from '../../ticket/ticket.policy'
import { assertReplyWindow } from '../compose/compose-messages'
import '../message.events'
import { getMessage } from '../message.queries'
import { messageTable } from '../message.tables'
import { outboxWake } from '../outbox/outbound-change'
import { newProviderId } from './queue-message'
import { assertContactReachable } from './writable-ticket'

export function resendMessage(ctx: CompanyContext, messageId: MessageId) {
  ctx.transaction(() => {
    const { message, ticket } = getMessage(ctx, messageId)
    if (!canChangeTicket(ctx.actor, ticket)) refuse('ERR_NO_PERMISSION')
    if (ticket.connectionId === null) refuse('ERR_WAPP_NOT_INITIALIZED')
    // A closing message's ticket is closed, so only the contact is checked.
    assertContactReachable(ctx, ticket.contactId)
    if (!message.data?.template) assertReplyWindow(ctx, ticket)
    // Late reports about the failed attempt must not be taken for the new one's.
    const newId = channelRules[ticket.channel].deduplicates ? undefined : newProviderId()
    const { id, sendState, isDeleted } = messageTable
    const resent = ctx.db
      .update(messageTable)
      .set({ sendState: 'queued', sendError: null, sendAttempts: 0, ack: 0, sendAfter: null, providerId: newId })
      .where(and(eq(id, messageId), eq(sendState, 'failed'), eq(isDeleted, false)))
      .returning({ id })
      .get()
    if (!resent) return
    recordEvent(ctx, 'message.delivered', { messageId, ticketId: ticket.id }, { ack: 0 })
    outboxWake(ctx, ticket.connectionId)
  })
}
