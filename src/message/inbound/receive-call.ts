import { eq } from 'drizzle-orm'
import type { InboundEvent } from '../../channel/channel'
import { resolveContact } from '../../contact/identity/resolve-contact'
import type { CompanyContext } from '../../kernel/company/company-context'
import { recordEvent } from '../../kernel/event/event-log'
import { getSettings } from '../../setting/setting.queries'
import { noteMessageOnTicket } from '../../ticket/change/note-message-on-ticket'
import { resolveInboundTicket } from '../../ticket/opening/resolve-inbound-ticket'
import type { InboundConnection } from './inbound-message'
import '../message.events'
import { findByProviderId } from '../message.queries'
import { messageTable } from '../message.tables'
import { queueAutomaticText } from '../send/queue-message'
import { addOutboundChange } from '../outbox/outbound-change'
import { storeMessage } from '../send/store-message'

type CallEvent = Extract<InboundEvent, { type: 'call' }>

/** Later events of the call change its entry. A company that takes no calls rejects it and informs the caller once. */
export function receiveCall(ctx: CompanyContext, connection: InboundConnection, event: CallEvent) {
  if (event.group) return
  const providerId = `call-${event.id}`
  const known = findByProviderId(ctx, connection.id, providerId)
  const data = { call: { video: event.video, outcome: event.outcome } }
  if (known) {
    if (event.outcome === 'offered') return
    ctx.db.update(messageTable).set({ data }).where(eq(messageTable.id, known.id)).run()
    recordEvent(ctx, 'message.changed', { messageId: known.id, ticketId: known.ticketId }, { what: 'call' })
    return
  }
  const contact = resolveContact(ctx, event.caller, { connectionId: connection.id })
  const at = new Date(Math.min(event.atMs, ctx.now.getTime()))
  const { ticket, silent } = resolveInboundTicket(ctx, { contact, connection, at, startedByUs: false })
  const messageId = storeMessage(ctx, {
    ticketId: ticket.id,
    isGroup: false,
    connectionId: connection.id,
    providerId,
    contactId: contact.id,
    userId: null,
    fromMe: false,
    body: '',
    mediaType: 'call_log',
    ack: 3,
    quotedMessageId: null,
    isPrivate: false,
    isForwarded: false,
    sendState: null,
    data,
    providerData: null,
    clientId: null,
    at,
  })
  if (messageId === undefined) return
  noteMessageOnTicket(ctx, ticket.id, { messageId, preview: '', at, unread: silent ? 'keep' : 'add' })
  if (!silent) recordEvent(ctx, 'message.received', { messageId, ticketId: ticket.id, contactId: contact.id }, {})
  const { acceptCallWhatsapp, AcceptCallWhatsappMessage } = getSettings(ctx)
  if (event.outcome !== 'offered' || acceptCallWhatsapp === 'enabled') return
  const payload = { callId: event.id, caller: event.caller.addresses[0], untilMs: event.atMs + rejectForMs }
  addOutboundChange(ctx, connection.id, messageId, 'rejectCall', payload)
  if (AcceptCallWhatsappMessage && !silent) queueAutomaticText(ctx, ticket, AcceptCallWhatsappMessage)
}

const rejectForMs = 60_000
