import { and, eq, gt, isNull } from 'drizzle-orm'
import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { recordEvent } from '../../kernel/event/event-log'
import { eventTable } from '../../kernel/event/event.tables'
import type { TicketId, UserId } from '../../kernel/ids'
import { hourMs } from '../../kernel/time/durations.contract'
import { assignmentOf } from '../ticket.events'
import { getTicket } from '../ticket.queries'

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
