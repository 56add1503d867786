import type { InboundEvent, Party } from '../../channel/channel'
import { noteHistoryNotice } from '../../connection/history/history-notices'
import { noteProviderNotice } from '../../connection/inbox/provider-notice'
import { noteConnectionSawMessage } from '../../connection/inbox/inbox'
import { setContactActive } from '../../contact/contact.commands'
import { findContactIdByIdentity } from '../../contact/contact.queries'
import { addGroupAdmins, removeGroupAdmins, setGroupAdmins } from '../../contact/identity/group-admins'
import { identityKey, learnIdentity, resolveContact } from '../../contact/identity/resolve-contact'
import type { CompanyContext } from '../../kernel/company/company-context'
import { applyDeletion, applyEdit, applyReaction } from './apply-inbound-change'
import { applyReceipt, applyReceiptUntil } from './apply-receipt'
import type { InboundConnection } from './inbound-message'
import { noteReceived, receiveMessage } from './receive-message'
import { eq } from 'drizzle-orm'
import { recordEvent } from '../../kernel/event/event-log'
import { getSettings } from '../../setting/setting.queries'
import { noteMessageOnTicket } from '../../ticket/change/note-message-on-ticket'
import { resolveInboundTicket } from '../../ticket/opening/resolve-inbound-ticket'
import { findByProviderId } from '../message.queries'
import { messageTable } from '../message.tables'
import { queueAutomaticText } from '../send/queue-message'
import { addOutboundChange } from '../outbox/outbound-change'
import { storeMessage } from '../send/store-message'
import { withCause } from '../trace/message-cause'
import type { ContactId } from '../../kernel/ids'
import { findActiveTicket, findNewestTicketId, findTicketRow } from '../../ticket/ticket.queries'

/** An event names a message that is not stored yet. All others are committed; the caller hands the batch in again. */
export class DeferredEvent extends Error {
  constructor(readonly events: readonly InboundEvent[]) {
    super(`Names a message that has not come: ${events.map(nameOf).join(', ')}`.slice(0, 500))
    this.name = 'DeferredEvent'
  }
}

/** In one transaction. Replays and reordering change nothing. @throws DeferredEvent after all other events are applied */
export function interpretInbound(
  ctx: CompanyContext,
  connection: InboundConnection,
  events: readonly InboundEvent[],
  filedAt = ctx.now,
) {
  const early: InboundEvent[] = []
  ctx.transaction(() => {
    let newestMs = 0
    for (const event of events) {
      if (event.type === 'message' && event.atMs > newestMs) newestMs = event.atMs
      if (!interpret(ctx, connection, event, filedAt)) early.push(event)
    }
    if (newestMs > connection.lastMessageAt.getTime())
      noteConnectionSawMessage(ctx, connection.id, new Date(Math.min(newestMs, ctx.now.getTime())))
  })
  if (early.length > 0) throw new DeferredEvent(early)
}

function interpret(ctx: CompanyContext, connection: InboundConnection, event: InboundEvent, filedAt: Date): boolean {
  switch (event.type) {
    case 'message':
      receiveMessage(ctx, connection, event, { filedAt })
      return true
    case 'edit':
      return applyEdit(ctx, connection, event)
    case 'delete':
      return applyDeletion(ctx, connection, event)
    case 'reaction':
      return applyReaction(ctx, connection, event)
    case 'receipt':
      return applyReceipt(ctx, connection, event)
    case 'receiptUntil': {
      const contactId = findContactOf(ctx, connection, event.chat)
      if (contactId !== undefined) applyReceiptUntil(ctx, connection, contactId, event)
      return true
    }
    case 'call':
      receiveCall(ctx, connection, event, filedAt)
      return true
    case 'blocked': {
      const contactId = findContactOf(ctx, connection, event.party)
      if (contactId !== undefined) setContactActive(ctx, contactId, !event.blocked, connection.id)
      return true
    }
    case 'identity':
      learnIdentity(ctx, event.party, { connectionId: connection.id })
      return true
    case 'savedContact':
      resolveContact(ctx, event.party, { connectionId: connection.id, isHistory: true })
      return true
    case 'numberChange':
      receiveNumberChange(ctx, connection, event, findContactOf(ctx, connection, event.chat))
      return true
    case 'group':
      if (connection.allowGroup) learnGroup(ctx, connection, event)
      return true
    case 'groupAdmins': {
      const [address] = event.group.addresses
      const groupId = findContactIdByIdentity(ctx, identityKey(ctx, address, connection.id))
      if (groupId === undefined) return true
      if (event.are) addGroupAdmins(ctx, groupId, event.members, connection.id)
      else removeGroupAdmins(ctx, groupId, event.members, connection.id)
      return true
    }
    case 'historyNotice':
      noteHistoryNotice(ctx, connection.id, event.id, event.notice)
      return true
    case 'notice':
      noteProviderNotice(ctx, connection.id, event)
      return true
    case 'presence':
      return true
  }
}

function findContactOf(ctx: CompanyContext, { id }: InboundConnection, { addresses }: Party) {
  for (const address of addresses) {
    const contactId = findContactIdByIdentity(ctx, identityKey(ctx, address, id))
    if (contactId !== undefined) return contactId
  }
  return undefined
}

function learnGroup(
  ctx: CompanyContext,
  { id: connectionId }: InboundConnection,
  { party, admins }: Extract<InboundEvent, { type: 'group' }>,
) {
  const group = resolveContact(ctx, party, { connectionId, isGroup: true })
  if (admins) setGroupAdmins(ctx, group.id, admins, connectionId)
}

function nameOf(event: InboundEvent) {
  if (event.type === 'receipt') return `receipt of ${event.targetIds.slice(0, 3).join(' ')}`
  return 'targetId' in event ? `${event.type} of ${event.targetId}` : event.type
}

type CallEvent = Extract<InboundEvent, { type: 'call' }>

/** Later events of the call change its entry. A company that takes no calls rejects it and informs the caller once. */
function receiveCall(ctx: CompanyContext, connection: InboundConnection, event: CallEvent, filedAt: Date) {
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
  noteReceived(ctx, messageId, at, filedAt)
  noteMessageOnTicket(ctx, ticket, { messageId, preview: '', at, unread: silent ? 'keep' : 'add' })
  if (!silent) recordEvent(ctx, 'message.received', { messageId, ticketId: ticket.id, contactId: contact.id }, {})
  const { acceptCallWhatsapp, AcceptCallWhatsappMessage } = getSettings(ctx)
  if (event.outcome !== 'offered' || acceptCallWhatsapp === 'enabled') return
  const payload = { callId: event.id, caller: event.caller.addresses[0], untilMs: event.atMs + rejectForMs }
  addOutboundChange(ctx, connection.id, messageId, 'rejectCall', payload)
  if (!AcceptCallWhatsappMessage || silent) return
  withCause(ctx, { kind: 'call' }, () => void queueAutomaticText(ctx, ticket, AcceptCallWhatsappMessage))
}

const rejectForMs = 60_000

/** A note, so that nothing answers the old number, nothing is unread and no reply window begins. */
function receiveNumberChange(
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
