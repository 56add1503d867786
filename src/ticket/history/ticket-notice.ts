import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { QueueId, TicketId } from '../../kernel/ids'

/** Counts per ticket of automatic messages, and `consent` once it was given. */
type NoticeKind =
  | 'audioRefused'
  | 'vacation'
  | 'outOfHours'
  | 'greeting'
  | 'consent'
  | 'inactive'
  | `queueNotified ${QueueId}`
  | 'remarketing'
  | 'defaultFlow'
  | 'integrationFlow'
  | 'automaticLimit'
  /** A person, schedule or campaign asked for automatic messages. */
  | 'cause'

interface NoticeLimit {
  /** Maximum per ticket; 0 for no limit. */
  timesMax: number
  /** Minimum time since the last one. */
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

/** Counts a notice and returns whether it may be sent now. Send it in the same transaction, so that it is sent once. */
export function countNotice(
  ctx: CompanyContext,
  ticketId: TicketId,
  kind: NoticeKind,
  { timesMax, pauseMs = 0 }: NoticeLimit,
): boolean {
  return statements(ctx.company).take.get(ticketId, kind, ctx.now.getTime(), timesMax, pauseMs) !== null
}

/** Time of the last one in ms since 1970, or undefined. */
export function lastNoticeAtMs(ctx: CompanyContext, ticketId: TicketId, kind: NoticeKind): number | undefined {
  return statements(ctx.company).lastAt.get(ticketId, kind)?.at
}
