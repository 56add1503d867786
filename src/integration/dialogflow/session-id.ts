import { createHash } from 'node:crypto'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { TicketRow } from '../../ticket/ticket.queries'

const lengthMax = 36

/** One session per conversation, which reveals none of our ids to Google. */
export function sessionIdOf({ company }: CompanyContext, { connectionId, contactId, uuid }: TicketRow) {
  const identity = `${company.id}/${connectionId}/${contactId}/${uuid}`
  return createHash('sha256').update(identity).digest('hex').slice(0, lengthMax)
}
