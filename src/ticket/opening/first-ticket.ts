import { and, eq, ne } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import type { TicketRow } from '../ticket.queries'
import { ticketTable } from '../ticket.tables'

const other = statement((db, v: Pick<TicketRow, 'id' | 'contactId'>) => {
  const { id, contactId, imported } = ticketTable
  const isOther = and(eq(contactId, v.contactId), ne(id, v.id), eq(imported, false))
  return db.select({ id }).from(ticketTable).where(isOther).limit(1)
})

export function isFirstTicket(ctx: CompanyContext, { id, contactId }: TicketRow): boolean {
  return other.get(ctx, { id, contactId }) === undefined
}
