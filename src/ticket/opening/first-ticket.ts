import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { TicketRow } from '../ticket.queries'

const other = perCompany(({ sqlite }) =>
  sqlite.prepare<{ id: number }, [number, number]>(
    'SELECT id FROM ticket WHERE contact_id = ? AND id <> ? AND imported = 0 LIMIT 1',
  ),
)

export function isFirstTicket(ctx: CompanyContext, { id, contactId }: TicketRow): boolean {
  return other(ctx.company).get(contactId, id) === null
}
