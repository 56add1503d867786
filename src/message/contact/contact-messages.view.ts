import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { TicketId } from '../../kernel/ids'
import type { ContactMessage } from '../../ticket/ticket.answers'

/** Newest messages of a ticket searched for one of the contact. Limits the time after many messages of a bot. */
const messagesMax = 30
const bodyLengthMax = 255
/** The number of an option tells an agent nothing; what the contact wrote before it does. */
const isMenuAnswer = `(media_type IS NULL AND length(body) BETWEEN 1 AND 2 AND body NOT GLOB '*[^0-9]*')`

interface Row {
  ticketId: number
  body: string
  mediaType: string | null
  isDeleted: number
  isAwaited: number | null
  isChoice: number
}

/** `kind`: which messages of the contact count. */
const newestOf = (kind: string) =>
  perCompany(({ sqlite }) =>
    sqlite.prepare<Row, [string]>(
      `SELECT m.ticket_id AS ticketId, substr(m.body, 1, ${bodyLengthMax}) AS body, m.media_type AS mediaType,
         m.is_deleted AS isDeleted, m.data ->> '$.awaited' AS isAwaited, ${isMenuAnswer} AS isChoice
       FROM json_each(?) ids JOIN message m ON m.id = (
         SELECT id FROM (SELECT id, from_me, user_id, is_private, created_at, media_type, body FROM message
           WHERE ticket_id = ids.value ORDER BY created_at DESC LIMIT ${messagesMax})
         WHERE (from_me = 0 AND ${kind}) OR (user_id IS NOT NULL AND is_private = 0)
         ORDER BY created_at DESC, id DESC LIMIT 1)
       WHERE m.from_me = 0`,
    ),
  )

const newest = newestOf('TRUE')
const newestInWords = newestOf(`NOT ${isMenuAnswer}`)

/**
 * Returns the contact's last message of each ticket in which no user has answered it. A message that only chose a menu
 * option by its number is returned only if the contact wrote nothing else since a user's last message.
 */
export function listContactMessages(ctx: CompanyContext, ids: readonly TicketId[]): Map<TicketId, ContactMessage> {
  const rows = ids.length === 0 ? [] : newest(ctx.company).all(JSON.stringify(ids))
  const choices = rows.filter(({ isChoice }) => isChoice === 1).map(({ ticketId }) => ticketId)
  const inWords = choices.length === 0 ? [] : newestInWords(ctx.company).all(JSON.stringify(choices))
  return new Map(
    [...rows, ...inWords].map(({ ticketId, body, mediaType, isDeleted, isAwaited }) => [
      ticketId,
      { body, mediaType, isDeleted: isDeleted === 1, isAwaited: isAwaited === 1 },
    ]),
  )
}
