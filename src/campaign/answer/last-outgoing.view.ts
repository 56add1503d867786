import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { ConnectionId, ContactId, MessageId } from '../../kernel/ids'

const newestWhere = (condition: string) =>
  `SELECT max((SELECT max(id) FROM message
     WHERE ticket_id = ticket.id AND id < ?3 AND from_me = 1 AND is_private = 0 AND ${condition})) AS id
   FROM ticket WHERE contact_id = ?1 AND connection_id = ?2`

const statements = perCompany(({ sqlite }) => ({
  all: sqlite.prepare<{ id: number | null }, [number, number, number]>(newestWhere('true')),
  // Messages of the paired phone have no user, but provider data.
  ofUsers: sqlite.prepare<{ id: number | null }, [number, number, number]>(
    newestWhere('(user_id IS NOT NULL OR provider_data IS NOT NULL)'),
  ),
}))

/** Returns the last message to the contact over the connection; of those of users only with `ofUsers`. */
export function lastOutgoingMessage(
  ctx: CompanyContext,
  contactId: ContactId,
  connectionId: ConnectionId,
  { from = 'all', before = Number.MAX_SAFE_INTEGER }: { from?: 'all' | 'ofUsers'; before?: MessageId } = {},
): MessageId | undefined {
  return statements(ctx.company)[from].get(contactId, connectionId, before)?.id ?? undefined
}
