import { eq, exists, or } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { asFlag, oneRow } from '../kernel/database/expressions'
import { statement } from '../kernel/database/statement'
import type { ContactId } from '../kernel/ids'
import { scheduleTable } from '../schedule/schedule.tables'
import { ticketTable } from '../ticket/ticket.tables'

const findUse = statement((db, { id }: { id: ContactId }) => {
  const uses = [ticketTable, scheduleTable].map((table) =>
    exists(db.select({ id: table.id }).from(table).where(eq(table.contactId, id))),
  )
  return db.select({ isUsed: asFlag(or(...uses)) }).from(oneRow)
})

export function hasConversation(ctx: CompanyContext, id: ContactId) {
  return findUse.get(ctx, { id })?.isUsed === true
}
