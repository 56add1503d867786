import { withSnapshot, type CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { countInScope } from './list-tickets'
import type { TicketCounts } from '../ticket.answers'
import type { CountTicketsQuery } from '../ticket.contract'
import { ticketScope } from './ticket-scope'
import type { TicketStatus } from '../ticket-status'
import type { TicketRow } from '../ticket.queries'

/** GET /tickets/counts: the numbers on the inbox's tabs for this user. */
export function countTickets(ctx: CompanyContext, { showAll, queueIds }: CountTicketsQuery): TicketCounts {
  const of = (tab: 'open' | 'pending' | 'group' | 'snoozed') =>
    countInScope(ctx, ticketScope(ctx.actor, { tab, showAll, queueIds }))
  const [open, pending, group, snoozed] = withSnapshot(
    ctx,
    () => [of('open'), of('pending'), of('group'), of('snoozed')] as const,
  )
  return {
    open: open.tickets,
    pending: pending.tickets,
    group: group.tickets,
    snoozed: snoozed.tickets,
    unread: open.unread + pending.unread + group.unread,
  }
}

const statements = perCompany(({ sqlite }) => ({
  byStatus: sqlite.prepare<{ status: TicketStatus; tickets: number; snoozed: number }, []>(
    `SELECT status, sum(tickets) AS tickets, sum(iif(snoozed, tickets, 0)) AS snoozed
     FROM ticket_count GROUP BY status`,
  ),
  before: sqlite.prepare<{ n: number }, [number, number, number]>(
    `SELECT count(*) AS n FROM ticket WHERE queue_id = ?1 AND status = 'pending' AND user_id IS NULL AND imported = 0
       AND snoozed_until IS NULL AND (ifnull(queued_at, created_at), id) < (?2, ?3)`,
  ),
}))

export function countTicketsByStatus(ctx: CompanyContext): ReadonlyMap<TicketStatus, StatusCount> {
  return new Map(
    statements(ctx.company)
      .byStatus.all()
      .map((count) => [count.status, count]),
  )
}

interface StatusCount {
  /** Snoozed ones included. */
  tickets: number
  snoozed: number
}

/** Counts who is answered first. Snoozed tickets are not waiting. */
export function countWaitingBefore(ctx: CompanyContext, { id, queueId, queuedAt, createdAt }: TicketRow) {
  const sinceMs = (queuedAt ?? createdAt).getTime()
  return queueId === null ? 0 : (statements(ctx.company).before.get(queueId, sinceMs, id)?.n ?? 0)
}
