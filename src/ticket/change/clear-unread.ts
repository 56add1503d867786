import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { recordEvent } from '../../kernel/event/event-log'
import type { TicketId } from '../../kernel/ids'
import { assignmentOf } from '../ticket.events'
import { getTicketRow } from '../ticket.queries'

const clear = perCompany(({ sqlite }) =>
  sqlite.prepare<unknown, [number]>('UPDATE ticket SET unread_messages = 0 WHERE id = ?'),
)

export function clearUnread(ctx: CompanyContext, ticketId: TicketId) {
  ctx.transaction(() => {
    const ticket = getTicketRow(ctx, ticketId)
    if (ticket.unreadMessages === 0) return
    clear(ctx.company).run(ticketId)
    const data = { after: assignmentOf(ticket), unreadMessages: ticket.unreadMessages }
    recordEvent(ctx, 'ticket.read', { ticketId, contactId: ticket.contactId }, data)
  })
}
