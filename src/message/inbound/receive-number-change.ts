import type { InboundEvent } from '../../channel/channel'
import type { CompanyContext } from '../../kernel/company/company-context'
import { recordEvent } from '../../kernel/event/event-log'
import type { ContactId } from '../../kernel/ids'
import { findActiveTicket, findNewestTicketId, findTicketRow } from '../../ticket/ticket.queries'
import '../message.events'
import { storeMessage } from '../send/store-message'
import type { InboundConnection } from './inbound-message'

/** A note, so that nothing answers the old number, nothing is unread and no reply window begins. */
export function receiveNumberChange(
  ctx: CompanyContext,
  { id: connectionId }: InboundConnection,
  { id: providerId, number, atMs }: Extract<InboundEvent, { type: 'numberChange' }>,
  contactId: ContactId | undefined,
) {
  if (contactId === undefined) return
  const active = findActiveTicket(ctx, contactId, connectionId)
  const ticket = active ?? findTicketRow(ctx, findNewestTicketId(ctx, contactId) ?? 0)
  if (!ticket) return
  const messageId = storeMessage(ctx, {
    ticketId: ticket.id,
    isGroup: false,
    connectionId,
    providerId,
    contactId: null,
    userId: null,
    fromMe: true,
    body: '',
    mediaType: 'number_change',
    ack: 1,
    quotedMessageId: null,
    isPrivate: true,
    isForwarded: false,
    sendState: null,
    data: { numberChange: { number } },
    providerData: null,
    clientId: null,
    at: new Date(Math.min(atMs, ctx.now.getTime())),
  })
  if (messageId === undefined) return
  recordEvent(ctx, 'message.sent', { messageId, ticketId: ticket.id }, { by: 'automation', isPrivate: true })
}
