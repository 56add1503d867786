import { getContactRow } from '../../contact/contact.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { type ErrorCode, refuse } from '../../kernel/errors'
import type { ContactId, TicketId } from '../../kernel/ids'
import { canChangeTicket } from '../../ticket/ticket.policy'
import { getTicket, type TicketRow } from '../../ticket/ticket.queries'
import { type WriteBar, writeBarOf } from '../message.policy'

const codeOf: Record<WriteBar, ErrorCode> = {
  closed: 'ERR_TICKET_CLOSED',
  pending: 'ERR_TICKET_NOT_ACCEPTED',
  waiting: 'ERR_TICKET_AWAITS_CONTACT',
  blocked: 'ERR_CONTACT_BLOCKED',
}

/** @throws Refusal ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, and as `assertWritable` */
export function getWritableTicket(ctx: CompanyContext, ticketId: TicketId, { isPrivate = false } = {}): TicketRow {
  const ticket = getTicket(ctx, ticketId)
  if (!canChangeTicket(ctx.actor, ticket)) refuse('ERR_NO_PERMISSION')
  assertWritable(ctx, ticket, { isPrivate })
  return ticket
}

function assertWritable(ctx: CompanyContext, ticket: TicketRow, { isPrivate = false } = {}) {
  const bar = writeBarOf(ticket.status, getContactRow(ctx, ticket.contactId).active)
  if (bar && !(bar === 'blocked' && isPrivate)) refuse(codeOf[bar])
}

/** @throws Refusal ERR_NO_CONTACT_FOUND, ERR_CONTACT_BLOCKED */
export function assertContactReachable(ctx: CompanyContext, contactId: ContactId) {
  if (!getContactRow(ctx, contactId).active) refuse('ERR_CONTACT_BLOCKED')
}
