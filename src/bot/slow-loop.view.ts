import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import { dayMs, weekMs } from '../kernel/time/durations.contract'
import type { InboundMessage } from '../message/inbound/inbound-message'

/** Limit of exchanges on a ticket within a week without a message of an agent. */
const exchangesMax = 200
/** Limit of conversations of a contact within a day that no agent attended. */
const ticketsMax = 40

// Messages sent on the paired phone have no user, but provider data.
const isByPerson = 'from_me AND (user_id IS NOT NULL OR provider_data IS NOT NULL)'

const statements = perCompany(({ sqlite }) => ({
  /** Reads the index only, because it runs for every message. */
  hasManyMessages: sqlite.prepare<{ id: number }, [number, number]>(
    `SELECT id FROM message WHERE ticket_id = ? AND created_at > ? LIMIT 1 OFFSET ${2 * exchangesMax}`,
  ),
  exchanges: sqlite.prepare<{ automatic: number; inbound: number }, [number, number]>(
    `WITH person AS (
       SELECT ifnull(max(id), 0) AS last_id FROM message WHERE ticket_id = ?1 AND created_at > ?2 AND ${isByPerson}
     )
     SELECT count(*) FILTER (WHERE from_me AND NOT is_private) AS automatic, count(*) FILTER (WHERE NOT from_me) AS inbound
     FROM person CROSS JOIN message WHERE ticket_id = ?1 AND created_at > ?2 AND id > last_id`,
  ),
  unattended: sqlite.prepare<{ tickets: number }, [number, number | null, number]>(
    `SELECT count(*) AS tickets FROM (
       SELECT user_id, created_at FROM ticket WHERE contact_id = ? AND connection_id = ?
       ORDER BY id DESC LIMIT ${ticketsMax + 1}
     ) WHERE user_id IS NULL AND created_at > ?`,
  ),
}))

/**
 * Returns whether the contact seems to be a bot that answers slowly: our bots have exchanged many messages with it while no
 * agent wrote, or it keeps starting conversations that no agent attends.
 */
export function isSlowLoop(
  ctx: CompanyContext,
  { ticket, change }: Pick<InboundMessage, 'ticket' | 'change'>,
): boolean {
  const { id, contactId, connectionId } = ticket
  const sql = statements(ctx.company)
  const now = ctx.now.getTime()
  if (change === 'created') {
    const { tickets = 0 } = sql.unattended.get(contactId, connectionId, now - dayMs) ?? {}
    if (tickets > ticketsMax) return true
  }
  if (!sql.hasManyMessages.get(id, now - weekMs)) return false
  const { automatic = 0, inbound = 0 } = sql.exchanges.get(id, now - weekMs) ?? {}
  return automatic >= exchangesMax && inbound >= exchangesMax
}
