import { and, eq, sql } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { stored } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import type { QueueId, TicketId } from '../../kernel/ids'
import { ticketNoticeTable } from '../ticket.tables'

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
  /** Automatic messages were asked for. */
  | 'cause'

const { ticketId, kind, times, lastAt } = ticketNoticeTable

type Notice = { ticketId: TicketId; kind: NoticeKind }

const statements = {
  take: statement((db, v: Notice & { now: Date; timesMax: number; pauseMs: number }) =>
    db
      .insert(ticketNoticeTable)
      .values({ ticketId: v.ticketId, kind: v.kind, times: 1, lastAt: v.now })
      .onConflictDoUpdate({
        target: [ticketId, kind],
        set: { times: sql`${times} + 1`, lastAt: v.now },
        setWhere: sql`(${v.timesMax} = 0 OR ${times} < ${v.timesMax}) AND ${lastAt} + ${v.pauseMs} <= ${v.now}`,
      }),
  ),
  lastAt: statement((db, v: Notice) =>
    db
      .select({ at: stored(lastAt) })
      .from(ticketNoticeTable)
      .where(and(eq(ticketId, v.ticketId), eq(kind, v.kind))),
  ),
}

/** Counts a notice and returns whether it may be sent now. Send it in the same transaction, so that it is sent once. */
export function countNotice(
  ctx: CompanyContext,
  ticketId: TicketId,
  kind: NoticeKind,
  { timesMax, pauseMs = 0 }: { timesMax: number; pauseMs?: number },
): boolean {
  return statements.take.run(ctx, { ticketId, kind, timesMax, pauseMs, now: ctx.now }).changes > 0
}

/** Ms since 1970. */
export function lastNoticeAtMs(ctx: CompanyContext, ticketId: TicketId, kind: NoticeKind): number | undefined {
  return statements.lastAt.get(ctx, { ticketId, kind })?.at
}
