import type { CompanyContext } from '../kernel/company/company-context'
import { recordEvent } from '../kernel/event/event-log'
import { assignmentOf } from '../ticket/ticket.policy'
import type { TicketRow } from '../ticket/ticket.queries'
import { findOnlyQueue } from '../connection/connection.queries'
import type { InboundMessage } from '../message/inbound/inbound-message'

export function recordBotStart(ctx: CompanyContext, ticket: TicketRow) {
  const subjects = { ticketId: ticket.id, contactId: ticket.contactId }
  recordEvent(ctx, 'ticket.chatBotStarted', subjects, { after: assignmentOf(ticket) })
}

/** Unassigned and without a queue, or in a connection's only one. */
export function isUnclaimed(
  ctx: CompanyContext,
  { ticket, connection }: Pick<InboundMessage, 'ticket' | 'connection'>,
) {
  const { userId, queueId, isGroup, imported } = ticket
  return userId === null && !isGroup && !imported && (queueId === null || queueId === findOnlyQueue(ctx, connection.id))
}
