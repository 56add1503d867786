import { eq, and } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { recordEvent } from '../../kernel/event/event-log'
import type { TicketId, UserId } from '../../kernel/ids'
import { assignmentOf } from '../ticket.policy'
import { getTicketRow } from '../ticket.queries'
import { ticketTable } from '../ticket.tables'
import { actingUserId } from '../../kernel/company/actor'
import { isOther } from '../../kernel/database/expressions'

const clear = statement((db, v: { id: TicketId }) =>
  db.update(ticketTable).set({ unreadMessages: 0 }).where(eq(ticketTable.id, v.id)),
)

export function clearUnread(ctx: CompanyContext, ticketId: TicketId) {
  ctx.transaction(() => {
    const ticket = getTicketRow(ctx, ticketId)
    if (ticket.unreadMessages === 0) return
    clear.run(ctx, { id: ticketId })
    const data = { after: assignmentOf(ticket), unreadMessages: ticket.unreadMessages }
    recordEvent(ctx, 'ticket.read', { ticketId, contactId: ticket.contactId }, data)
  })
}

const see = statement((db, v: { id: TicketId; userId: UserId }) =>
  db
    .update(ticketTable)
    .set({ seenUserId: v.userId })
    .where(and(eq(ticketTable.id, v.id), isOther(ticketTable.seenUserId, v.userId))),
)

/** Records who opened a waiting ticket without accepting it. The contact's next message or an acceptance ends it. */
export function noteSeen(ctx: CompanyContext, ticketId: TicketId) {
  const userId = actingUserId(ctx.actor)
  if (userId === undefined) return
  ctx.transaction(() => {
    if (see.run(ctx, { id: ticketId, userId }).changes === 0) return
    const ticket = getTicketRow(ctx, ticketId)
    recordEvent(ctx, 'ticket.seen', { ticketId, contactId: ticket.contactId }, { after: assignmentOf(ticket) })
  })
}
