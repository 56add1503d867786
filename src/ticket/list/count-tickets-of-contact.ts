import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { ContactId } from '../../kernel/ids'

interface Counts {
  tickets: number
  notes: number
  twinTickets: number
}

const counts = perCompany(({ sqlite }) =>
  sqlite.prepare<Counts, [number, number]>(
    `SELECT (SELECT count(*) FROM ticket WHERE contact_id = ?1) AS tickets,
       (SELECT count(*) FROM ticket_note WHERE contact_id = ?1) AS notes,
       (SELECT count(*) FROM ticket a JOIN ticket b ON b.connection_id = a.connection_id AND b.contact_id = ?2
          AND b.status <> 'closed' WHERE a.contact_id = ?1 AND a.status <> 'closed') AS twinTickets`,
  ),
)

/** Counts what a merge of the first contact into the second would move. */
export function countTicketsOfContact(ctx: CompanyContext, fromId: ContactId, intoId: ContactId): Counts {
  return counts(ctx.company).get(fromId, intoId) ?? { tickets: 0, notes: 0, twinTickets: 0 }
}
