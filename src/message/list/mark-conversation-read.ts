import type { CompanyContext } from '../../kernel/company/company-context'
import type { TicketRow } from '../../ticket/ticket.queries'
import { clearUnread, noteSeen } from '../../ticket/change/read-ticket'
import { isUnanswered } from '../../ticket/ticket.policy'
import { mayMarkRead, sendsReadReceipt } from '../message.policy'
import { queueReadMarks } from '../outbox/outbound-change'

export function noteOpened(ctx: CompanyContext, ticket: TicketRow) {
  if (isUnanswered(ticket.status)) noteSeen(ctx, ticket.id)
  else markConversationRead(ctx, ticket)
}

export function markConversationRead(ctx: CompanyContext, ticket: TicketRow) {
  if (ticket.unreadMessages > 0 && mayMarkRead(ctx.actor, ticket)) clearUnread(ctx, ticket.id)
  if (ticket.status !== 'closed' && sendsReadReceipt(ctx.actor, ticket)) queueReadMarks(ctx, ticket)
}
