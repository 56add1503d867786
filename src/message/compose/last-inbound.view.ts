import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'

// A join, because a channel's reply window spans all of the contact's tickets on the connection.
const newest = perCompany(({ sqlite }) =>
  sqlite.prepare<{ at: number | null }, [number, number | null]>(
    `SELECT max((SELECT created_at FROM message WHERE ticket_id = ticket.id AND from_me = 0
       ORDER BY created_at DESC LIMIT 1)) AS at
     FROM ticket WHERE contact_id = ? AND connection_id IS ?`,
  ),
)

/**
 * Returns the time of the contact's last message on the connection, on any ticket. The channel's reply window starts
 * there.
 */
export function lastInboundMs(
  ctx: CompanyContext,
  { contactId, connectionId }: { contactId: number; connectionId: number | null },
): number | undefined {
  return newest(ctx.company).get(contactId, connectionId)?.at ?? undefined
}
