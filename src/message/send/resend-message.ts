import { channelRules } from '../../channel/channel-rules.contract'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { MessageId } from '../../kernel/ids'
import { canChangeTicket } from '../../ticket/ticket.policy'
import { assertReplyWindow } from '../compose/assert-channel'
import '../message.events'
import { getMessage } from '../message.queries'
import { outboxWake } from '../outbox/outbound-change'
import { newProviderId } from './provider-id'
import { assertContactReachable } from './writable-ticket'

/** Resends a failed message as the same message. Other messages are left unchanged. */
export function resendMessage(ctx: CompanyContext, messageId: MessageId) {
  ctx.transaction(() => {
    const { message, ticket } = getMessage(ctx, messageId)
    if (!canChangeTicket(ctx.actor, ticket)) refuse('ERR_NO_PERMISSION')
    if (ticket.connectionId === null) refuse('ERR_WAPP_NOT_INITIALIZED')
    // A failed closing message may be resent after its ticket was closed, so only the contact is checked.
    assertContactReachable(ctx, ticket.contactId)
    if (!message.data?.template) assertReplyWindow(ctx, ticket)
    // Late reports about the failed attempt must not be taken for the new one's.
    const newId = channelRules[ticket.channel].deduplicates ? null : newProviderId()
    const { changes } = ctx.company.sqlite
      .query(
        `UPDATE message SET send_state = 'queued', send_error = NULL, send_attempts = 0, ack = 0, send_after = NULL,
           provider_id = coalesce(?2, provider_id)
         WHERE id = ?1 AND send_state = 'failed' AND is_deleted = 0`,
      )
      .run(messageId, newId)
    if (changes === 0) return
    recordEvent(ctx, 'message.delivered', { messageId, ticketId: ticket.id }, { ack: 0 })
    outboxWake(ctx, ticket.connectionId)
  })
}
