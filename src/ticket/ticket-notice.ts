import type { CompanyContext } from '../kernel/company-context'
import { perCompany } from '../kernel/company-files'
import type { TicketId } from '../kernel/ids'

/** What the product says by itself and keeps count of: `consent` was given on the ticket, the rest was said. */
export type NoticeKind = 'vacation' | 'outOfHours' | 'greeting' | 'consent' | 'inactive' | 'queueNotified'

export interface NoticeLimit {
  /** How often on one ticket; 0 for no limit. */
  timesMax: number
  /** How long after the last one at the earliest. */
  pauseMs?: number
}

const statements = perCompany(({ sqlite }) => ({
  take: sqlite.prepare<{ times: number }, (string | number)[]>(
    `INSERT INTO ticket_notice (ticket_id, kind, times, last_at) VALUES (?1, ?2, 1, ?3)
     ON CONFLICT DO UPDATE SET times = times + 1, last_at = ?3
     WHERE (?4 = 0 OR times < ?4) AND last_at + ?5 <= ?3 RETURNING times`,
  ),
  lastAt: sqlite.prepare<{ at: number }, [number, string]>(
    'SELECT last_at AS at FROM ticket_notice WHERE ticket_id = ? AND kind = ?',
  ),
}))

/** True, and counted, when it may be said now on this ticket; said in the same transaction, it is never said twice. */
export function takeNotice(
  ctx: CompanyContext,
  ticketId: TicketId,
  kind: NoticeKind,
  { timesMax, pauseMs = 0 }: NoticeLimit,
): boolean {
  return statements(ctx.company).take.get(ticketId, kind, ctx.now.getTime(), timesMax, pauseMs) !== null
}

/** When it was last said, in ms since 1970; undefined when it never was. */
export function lastNoticeAtMs(ctx: CompanyContext, ticketId: TicketId, kind: NoticeKind): number | undefined {
  return statements(ctx.company).lastAt.get(ticketId, kind)?.at
}
