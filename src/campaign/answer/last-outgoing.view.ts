import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { ConnectionId, ContactId, MessageId } from '../../kernel/ids'

const newestWhere = (condition: string) =>
  `SELECT max((SELECT max(id) FROM message WHERE ticket_id = ticket.id AND from_me = 1 AND is_private = 0 AND ${condition})) AS id
   FROM ticket WHERE contact_id = ? AND connection_id = ?`

const statements = perCompany(({ sqlite }) => ({
  all: sqlite.prepare<{ id: number | null }, [number, number]>(newestWhere('true')),
  ofUsers: sqlite.prepare<{ id: number | null }, [number, number]>(newestWhere('user_id IS NOT NULL')),
}))

/** Returns the last message to the contact over the connection; of those of users only with `ofUsers`. */
export function lastOutgoingMessage(
  ctx: CompanyContext,
  contactId: ContactId,
  connectionId: ConnectionId,
  from: 'all' | 'ofUsers' = 'all',
): MessageId | undefined {
  return statements(ctx.company)[from].get(contactId, connectionId)?.id ?? undefined
}
