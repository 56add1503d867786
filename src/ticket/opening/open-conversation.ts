import { and, eq, gt, isNull } from 'drizzle-orm'
import { channelRules } from '../../channel/channel-rules.contract'
import { hasHumanAgent, hasPhone } from '../../connection/connection.queries'
import { presentContact } from '../../contact/list/present-contact'
import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { recordEvent } from '../../kernel/event/event-log'
import { eventTable } from '../../kernel/event/event.tables'
import type { TicketId, UserId } from '../../kernel/ids'
import { hourMs } from '../../kernel/time/durations.contract'
import { presentTicket } from '../list/present-ticket.view'
import { listTicketNotes } from '../note/ticket-note.commands'
import type { TicketView } from '../ticket.answers'
import { assignmentOf } from '../ticket.policy'
import { getTicket, ticketMessages, type TicketRow } from '../ticket.queries'
import { findNewerTicket } from './newer-ticket.view'

const accessed = statement((db, v: { ticketId: TicketId; userId: UserId; since: Date }) => {
  const { number, type, at, userId, ticketId, messageId } = eventTable
  const isOpening = and(eq(ticketId, v.ticketId), isNull(messageId), eq(type, 'ticket.accessed'), eq(userId, v.userId))
  return db
    .select({ number })
    .from(eventTable)
    .where(and(isOpening, gt(at, v.since)))
    .limit(1)
})

export function openConversation(ctx: CompanyContext, idOrUuid: TicketId | string) {
  const ticket = getTicket(ctx, idOrUuid)
  const userId = actingUserId(ctx.actor)
  if (userId === undefined) return ticket
  if (accessed.get(ctx, { ticketId: ticket.id, userId, since: new Date(ctx.now.getTime() - hourMs) })) return ticket
  ctx.transaction(() => {
    const subjects = { ticketId: ticket.id, contactId: ticket.contactId }
    recordEvent(ctx, 'ticket.accessed', subjects, { after: assignmentOf(ticket) })
  })
  return ticket
}

/** For a closed ticket the next one, with a reply window the last message. */
export function presentConversation(ctx: CompanyContext, ticket: TicketRow): TicketView {
  const shown = presentTicket(ctx, ticket.id)
  const { extraInfo } = presentContact(ctx, ticket.contactId)
  const contact = { ...shown.contact, extraInfo }
  const view: TicketView = { ...shown, contact, notes: listTicketNotes(ctx, ticket.id) }
  if (hasPhone(ctx, ticket.connectionId)) view.hasPhone = true
  if (ticket.status === 'closed') view.newerTicket = findNewerTicket(ctx, ticket.id)
  if (channelRules[ticket.channel].replyWindowHours === undefined) return view
  const at = ticketMessages(ctx).lastInboundMs(ctx, ticket)
  const lastInboundAt = at === undefined ? null : new Date(at).toISOString()
  const commentReply = ticketMessages(ctx).commentReply(ctx, ticket)
  return {
    ...view,
    lastInboundAt,
    ...(commentReply ? { commentReply } : {}),
    ...(at !== undefined && ticketMessages(ctx).isWindowRefused(ctx, ticket, at) ? { isWindowRefused: true } : {}),
    ...(hasHumanAgent(ctx, ticket.connectionId) ? { hasHumanAgent: true } : {}),
  }
}
