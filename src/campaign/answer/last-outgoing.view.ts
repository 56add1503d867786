import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { ConnectionId, ContactId } from '../../kernel/ids'

interface OutgoingMessage {
  id: number
  ticketId: number
  createdAtMs: number
}

const newest = perCompany(({ sqlite }) =>
  sqlite.prepare<OutgoingMessage, [number, number]>(
    `SELECT id, ticket_id AS ticketId, created_at AS createdAtMs FROM message WHERE id =
       (SELECT max((SELECT max(id) FROM message WHERE ticket_id = ticket.id AND from_me = 1 AND is_private = 0))
        FROM ticket WHERE contact_id = ? AND connection_id = ?)`,
  ),
)

/** Returns the last message to the contact over the connection. */
export function lastOutgoingMessage(
  ctx: CompanyContext,
  contactId: ContactId,
  connectionId: ConnectionId,
): OutgoingMessage | undefined {
  return newest(ctx.company).get(contactId, connectionId) ?? undefined
}
