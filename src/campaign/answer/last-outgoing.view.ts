import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { ConnectionId, ContactId, MessageId } from '../../kernel/ids'

const newest = perCompany(({ sqlite }) =>
  sqlite.prepare<{ id: number | null }, [number, number]>(
    `SELECT max((SELECT max(id) FROM message WHERE ticket_id = ticket.id AND from_me = 1 AND is_private = 0)) AS id
     FROM ticket WHERE contact_id = ? AND connection_id = ?`,
  ),
)

export function lastOutgoingMessage(
  ctx: CompanyContext,
  contactId: ContactId,
  connectionId: ConnectionId,
): MessageId | undefined {
  return newest(ctx.company).get(contactId, connectionId)?.id ?? undefined
}
