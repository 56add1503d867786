import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { TicketId } from '../../kernel/ids'
import type { ContactMessage } from '../../ticket/ticket.answers'

/** Newest messages of a ticket searched for one of the contact. Limits the time after many messages of a bot. */
const messagesMax = 30
const bodyLengthMax = 255

interface Row {
  ticketId: number
  body: string
  mediaType: string | null
  isDeleted: number
  isAwaited: number | null
}

const newest = perCompany(({ sqlite }) =>
  sqlite.prepare<Row, [string]>(
    `SELECT m.ticket_id AS ticketId, substr(m.body, 1, ${bodyLengthMax}) AS body, m.media_type AS mediaType,
       m.is_deleted AS isDeleted, m.data ->> '$.awaited' AS isAwaited
     FROM json_each(?) ids JOIN message m ON m.id = (
       SELECT id FROM (SELECT id, from_me, user_id, is_private, created_at FROM message WHERE ticket_id = ids.value
         ORDER BY created_at DESC LIMIT ${messagesMax})
       WHERE from_me = 0 OR (user_id IS NOT NULL AND is_private = 0) ORDER BY created_at DESC, id DESC LIMIT 1)
     WHERE m.from_me = 0`,
  ),
)

/** Returns the contact's last message of each ticket on which only automatic messages followed it. */
export function listContactMessages(ctx: CompanyContext, ids: readonly TicketId[]): Map<TicketId, ContactMessage> {
  const rows = ids.length === 0 ? [] : newest(ctx.company).all(JSON.stringify(ids))
  return new Map(
    rows.map(({ ticketId, body, mediaType, isDeleted, isAwaited }) => [
      ticketId,
      { body, mediaType, isDeleted: isDeleted === 1, isAwaited: isAwaited === 1 },
    ]),
  )
}
