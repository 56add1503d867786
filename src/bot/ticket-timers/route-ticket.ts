import type { CompanyContext } from '../../kernel/company/company-context'
import type { QueueId, TicketId } from '../../kernel/ids'
import { cancelJob, enqueueJob } from '../../kernel/job/jobs'
import { addMs } from '../../kernel/time/clock'
import { minuteMs } from '../../kernel/time/durations.contract'
import { findQueue } from '../../queue/queue.queries'
import { isSettingEnabled } from '../../setting/setting.queries'
import { isOfWallet } from '../../ticket/assignment/direct-to-wallet'
import { assignPendingTicket } from '../../ticket/assignment/assign-pending-ticket'
import type { TicketAssignment } from '../../ticket/ticket.policy'
import { findTicketRow } from '../../ticket/ticket.queries'
import { isOnlineNow } from '../../user/present-user'
import { listQueueMembers, type Member } from './queue-members.view'

/** By the queue's router, or to a random member on entry where the company wants that. */
export function routeWaiting(
  ctx: CompanyContext,
  ticketId: TicketId,
  assignment: TicketAssignment,
  { hasEntered }: { hasEntered: boolean },
) {
  if (assignment.status !== 'pending' || assignment.userId !== null || assignment.queueId === null) return
  const byChance = hasEntered && isSettingEnabled(ctx, 'userRandom')
  if (!byChance && !findQueue(ctx, assignment.queueId)?.ativarRoteador) return
  stopRouting(ctx, ticketId)
  enqueueJob(ctx, 'ticket.route', { ticketId, byChance }, { dedupeKey: jobKey(ticketId) })
}

export function stopRouting(ctx: CompanyContext, ticketId: TicketId) {
  cancelJob(ctx, jobKey(ticketId))
}

const jobKey = (ticketId: TicketId) => `ticket.route ${ticketId}`

/** To the online member with the fewest tickets, then idle longest; after a while the next. Returns when to run again. */
export function routeTicket(
  ctx: CompanyContext,
  { ticketId, byChance }: { ticketId: TicketId; byChance: boolean },
): Date | undefined {
  return ctx.transaction(() => {
    const ticket = findTicketRow(ctx, ticketId)
    const queue = ticket?.queueId ? findQueue(ctx, ticket.queueId) : undefined
    if (!ticket || !queue || ticket.status !== 'pending' || isOfWallet(ctx, ticket)) return undefined
    // A bot asks first, and then looks for an agent.
    if (ticket.isBot && ticket.userId === null) return undefined
    const others = listOnline(ctx, queue.id).filter(({ id }) => id !== ticket.userId)
    if (!queue.ativarRoteador) {
      const chosen = others[Math.floor(Math.random() * others.length)]
      if (byChance && chosen && ticket.userId === null) assignPendingTicket(ctx, ticket, chosen.id)
      return undefined
    }
    const [next] = others.sort((a, b) => a.load - b.load || a.busyAt - b.busyAt || a.id - b.id)
    if (next) assignPendingTicket(ctx, ticket, next.id)
    // With nobody online, the search is repeated every minute.
    const waitMinutes = next ? Math.max(queue.tempoRoteador, 1) : 1
    return addMs(ctx.now, waitMinutes * minuteMs)
  })
}

function listOnline(ctx: CompanyContext, queueId: QueueId): Member[] {
  return listQueueMembers(ctx, queueId).filter(({ id, lastSeenAt }) => isOnlineNow(ctx, { id, lastSeenAt }))
}
