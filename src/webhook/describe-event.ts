import { findConnection } from '../connection/connection.queries'
import { findContactRow, type ContactRow } from '../contact/contact.queries'
import type { CompanyContext } from '../kernel/company/company-context'
import { isEvent, type RecordedEvent } from '../kernel/event/event-log'
import type { ConnectionId } from '../kernel/ids'
import { findMessageRow, type MessageRow } from '../message/message.queries'
import { findQueue } from '../queue/queue.queries'
import { assignmentOf, type TicketAssignment } from '../ticket/ticket.policy'
import { findTicketRow, type TicketRow } from '../ticket/ticket.queries'
import { nameOfUser } from '../user/user.queries'

/** Null for what does not apply or was deleted. */
export function describeEvent(ctx: CompanyContext, event: RecordedEvent, withTexts: boolean) {
  const message = event.messageId ? findMessageRow(ctx, event.messageId) : undefined
  const row = event.ticketId ? findTicketRow(ctx, event.ticketId) : undefined
  const ticket = row && { ...row, ...assignmentAfter(event) }
  const contactId = ticket?.contactId ?? event.contactId
  const contact = contactId ? findContactRow(ctx, contactId) : undefined
  const rating = isEvent(event, 'ticket.rated') ? { rating: event.data.rate } : {}
  return {
    company: describeCompany(ctx),
    connection: describeConnection(ctx, ticket?.connectionId ?? contact?.connectionId ?? null),
    contact: contact ? describeContact(contact) : null,
    ticket: ticket ? { ...describeTicket(ctx, ticket), ...rating } : null,
    message: message ? describeMessage(message, withTexts) : null,
  }
}

function assignmentAfter({ data }: RecordedEvent): Partial<TicketAssignment> {
  return 'after' in data ? assignmentOf(data.after) : {}
}

export function describeCompany({ company: { id, services } }: CompanyContext) {
  return { id, name: services.about(id).name }
}

export function describeConnection(ctx: CompanyContext, id: ConnectionId | null) {
  const connection = id ? findConnection(ctx, id) : undefined
  if (!connection) return null
  const { name, channel, number } = connection
  return { id: connection.id, name, channel, number }
}

export function describeContact({ id, name, number, email, channel, isGroup }: ContactRow) {
  return { id, name, number, email, channel, isGroup }
}

export function describeTicket(ctx: CompanyContext, { id, uuid, status, queueId, userId, createdAt }: TicketRow) {
  const queue = queueId ? findQueue(ctx, queueId) : undefined
  return {
    id,
    uuid,
    status,
    queue: queue ? { id: queue.id, name: queue.name } : null,
    user: nameOfUser(ctx, userId),
    createdAt: createdAt.toISOString(),
  }
}

/** @param withTexts false: the body is null */
export function describeMessage(message: MessageRow, withTexts: boolean) {
  const { id, providerId, fromMe, mediaType, ack, isDeleted, createdAt, quotedMessageId } = message
  const isReadable = withTexts && !isDeleted
  const { answers, referral, product } = message.data ?? {}
  const { url, sourceId, sourceType, clickId } = referral ?? {}
  return {
    id,
    providerId,
    fromMe,
    type: mediaType ?? 'text',
    body: isReadable ? message.body : null,
    ...(answers && isReadable && { answers }),
    ...(referral && { referral: { url, sourceId, sourceType, clickId } }),
    ...(product && { product }),
    ack,
    quotedId: quotedMessageId,
    createdAt: createdAt.toISOString(),
  }
}
