import type { CompanyContext } from '../../kernel/company-context'
import { perCompany } from '../../kernel/company-files'
import type { QueueId, TicketId, UserId } from '../../kernel/ids'
import { cancelJob, enqueueJob } from '../../kernel/jobs'
import { findQueue } from '../../queue/queue.queries'
import { isSettingEnabled } from '../../setting/setting.queries'
import { isOfWallet } from '../../ticket/direct-to-wallet'
import { assignPendingTicket } from '../../ticket/assign-pending-ticket'
import type { TicketAssignment } from '../../ticket/ticket.policy'
import { findTicketRow } from '../../ticket/ticket.queries'
import { isUserOnline } from '../../user/present-user'
import './ticket-timers.job-kinds'

const minuteMs = 60_000

interface Member {
  id: UserId
  lastSeenAt: number | null
  /** Tickets they attend or are meant to. */
  load: number
  /** When one of their tickets last moved. */
  busyAt: number
}

const statements = perCompany(({ sqlite }) => ({
  routes: sqlite.prepare<{ on: number }, [number]>('SELECT ativar_roteador AS "on" FROM queue WHERE id = ?'),
  members: sqlite.prepare<Member, [number]>(
    `SELECT user.id, user.last_seen_at AS lastSeenAt,
       (SELECT ifnull(sum(tickets), 0) FROM ticket_count
        WHERE status IN ('open', 'pending') AND ticket_count.user_id = user.id) AS load,
       max(ifnull((SELECT max(updated_at) FROM ticket WHERE ticket.user_id = user.id AND status = 'open'), 0),
         ifnull((SELECT max(updated_at) FROM ticket WHERE ticket.user_id = user.id AND status = 'closed'), 0)) AS busyAt
     FROM user_queue JOIN user ON user.id = user_queue.user_id WHERE user_queue.queue_id = ?`,
  ),
}))

/** A ticket that waits in a queue for nobody is given to somebody, where the queue routes or, on entering, by chance. */
export function routeWaiting(ctx: CompanyContext, ticketId: TicketId, assignment: TicketAssignment, enters: boolean) {
  if (assignment.status !== 'pending' || assignment.userId !== null || assignment.queueId === null) return
  const byChance = enters && isSettingEnabled(ctx, 'userRandom')
  if (!byChance && statements(ctx.company).routes.get(assignment.queueId)?.on !== 1) return
  const dedupeKey = `ticket.route ${ticketId}`
  cancelJob(ctx, dedupeKey)
  enqueueJob(ctx, 'ticket.route', { ticketId, byChance }, { dedupeKey })
}

/**
 * Means a waiting ticket for an online member of its queue. With the queue's router: whoever attends the fewest, of these
 * the one who has been idle longest; not accepted in time, the next. Answers when to look again.
 */
export function routeTicket(ctx: CompanyContext, ticketId: TicketId, byChance: boolean): Date | undefined {
  return ctx.transaction(() => {
    const ticket = findTicketRow(ctx, ticketId)
    const queue = ticket?.queueId ? findQueue(ctx, ticket.queueId) : undefined
    if (!ticket || !queue || ticket.status !== 'pending' || isOfWallet(ctx, ticket)) return undefined
    const others = listOnline(ctx, queue.id).filter(({ id }) => id !== ticket.userId)
    if (!queue.ativarRoteador) {
      const chosen = others[Math.floor(Math.random() * others.length)]
      if (byChance && chosen && ticket.userId === null) assignPendingTicket(ctx, ticket, chosen.id)
      return undefined
    }
    const [next] = others.sort((a, b) => a.load - b.load || a.busyAt - b.busyAt || a.id - b.id)
    if (next) assignPendingTicket(ctx, ticket, next.id)
    // With nobody online it is looked for somebody every minute.
    const waitMinutes = next ? Math.max(queue.tempoRoteador, 1) : 1
    return new Date(ctx.now.getTime() + waitMinutes * minuteMs)
  })
}

function listOnline(ctx: CompanyContext, queueId: QueueId): Member[] {
  const { live } = ctx.company.services
  const isOnline = (companyId: number, userId: number) => live.isOnline?.(companyId, userId) ?? false
  return statements(ctx.company)
    .members.all(queueId)
    .filter(({ id, lastSeenAt }) =>
      isUserOnline(ctx, { id, lastSeenAt: lastSeenAt === null ? null : new Date(lastSeenAt) }, isOnline),
    )
}
