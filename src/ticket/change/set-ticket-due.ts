import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import type { TicketId } from '../../kernel/ids'
import type { SlaKind } from '../../queue/sla/queue-sla.contract'
import { ticketTable } from '../ticket.tables'

export interface TicketDue {
  dueKind: SlaKind
  dueAt: Date
  dueWarnAt: Date
}

const none = { dueKind: null, dueAt: null, dueWarnAt: null }

const update = statement(
  (db, v: { id: TicketId; dueKind: SlaKind | null; dueAt: Date | null; dueWarnAt: Date | null }) =>
    db
      .update(ticketTable)
      .set({ dueKind: v.dueKind, dueAt: v.dueAt, dueWarnAt: v.dueWarnAt })
      .where(eq(ticketTable.id, v.id)),
)

/** What lists show of the promises. No event: the change that moves the due time has its own. */
export function setTicketDue(ctx: CompanyContext, id: TicketId, due: TicketDue | undefined) {
  update.run(ctx, { id, ...none, ...due })
}
