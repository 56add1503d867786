import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { recordEvent } from '../../kernel/event/event-log'
import type { TicketId } from '../../kernel/ids'
import { assignmentOf } from '../ticket.policy'
import { getTicketRow } from '../ticket.queries'
import { ticketTable } from '../ticket.tables'

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
