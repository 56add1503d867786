import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { MessageId } from '../../kernel/ids'
import { minuteMs } from '../../kernel/time/durations.contract'

interface LoopSigns {
  /** Automatic messages in the five minutes before the message. */
  automatic: number
  /** Automatic messages since the contact last wrote a different text. */
  automaticSinceOther: number
  /** The contact's messages in the five minutes up to this one, and since a different text. */
  inbound: number
  inboundSinceOther: number
  repeats: number
}

const noSigns: LoopSigns = { automatic: 0, automaticSinceOther: 0, inbound: 0, inboundSinceOther: 0, repeats: 0 }

// Messages of the paired phone have no user either, but they have provider data.
const isAutomatic = 'from_me AND user_id IS NULL AND provider_data IS NULL AND NOT is_private'

interface Written {
  automatic: number
  ticketId: number
  body: string
  mediaType: string | null
  createdAt: number
}

const statements = perCompany(({ sqlite }) => ({
  // Reads only these columns, because it runs for every message.
  message: sqlite.prepare<Written, [number, number]>(
    `SELECT m.ticket_id AS ticketId, m.body, m.media_type AS mediaType, m.created_at AS createdAt,
       (SELECT count(*) FROM message
        WHERE ticket_id = m.ticket_id AND created_at > m.created_at - ? AND ${isAutomatic}) AS automatic
     FROM message m WHERE m.id = ?`,
  ),
  signs: sqlite.prepare<Omit<LoopSigns, 'automatic'>, (number | string | null)[]>(
    `WITH other AS (
       SELECT ifnull((SELECT id FROM message WHERE ticket_id = ?1 AND created_at > ?2 AND NOT from_me
         AND (body <> ?3 OR media_type IS NOT ?4) ORDER BY created_at DESC, id DESC LIMIT 1), 0) AS last_id
     )
     SELECT count(*) FILTER (WHERE ${isAutomatic} AND id > last_id) AS automaticSinceOther,
       count(*) FILTER (WHERE NOT from_me) AS inbound,
       count(*) FILTER (WHERE NOT from_me AND id > last_id) AS inboundSinceOther,
       count(*) FILTER (WHERE NOT from_me AND created_at > ?5 AND ?4 IS NULL AND media_type IS NULL AND body = ?3)
         AS repeats
     FROM other CROSS JOIN message WHERE ticket_id = ?1 AND created_at > ?2`,
  ),
}))

/**
 * Returns the signs that two bots are talking to each other on the message's ticket. Called for every message that a
 * bot may answer.
 */
export function readLoopSigns(ctx: CompanyContext, messageId: MessageId): LoopSigns {
  const sql = statements(ctx.company)
  const message = sql.message.get(5 * minuteMs, messageId)
  // Most messages end here.
  if (!message?.automatic) return noSigns
  const { automatic, ticketId, body, mediaType, createdAt } = message
  const signs = sql.signs.get(ticketId, createdAt - 5 * minuteMs, body, mediaType, createdAt - minuteMs)
  return signs ? { automatic, ...signs } : noSigns
}
