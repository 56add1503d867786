import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { ContactId, TicketId } from '../../kernel/ids'

const contactOfTicket = perCompany(({ sqlite }) =>
  sqlite.prepare<{ id: ContactId; number: string }, [number]>(
    'SELECT c.id, c.number FROM ticket t JOIN contact c ON c.id = t.contact_id WHERE t.id = ?',
  ),
)

/** Returns what a message's address is made of. Read for every message that is sent. */
export function findContactOfTicket(ctx: CompanyContext, ticketId: TicketId) {
  return contactOfTicket(ctx.company).get(ticketId) ?? undefined
}
