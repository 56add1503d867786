import type { CompanyContext } from '../../kernel/company/company-context'
import type { QueueId, TicketId } from '../../kernel/ids'
import { cancelJob, enqueueJob } from '../../kernel/job/jobs'
import { addMs } from '../../kernel/time/clock'
import { minuteMs } from '../../kernel/time/durations.contract'
import { findQueue } from '../../queue/queue.queries'
import { isSettingEnabled } from '../../setting/setting.queries'
import { assign, ruleOf } from '../../ticket/assignment/automatic/assign-waiting'
import { assignWaitingLater, findAssigningQueue } from '../../ticket/assignment/automatic/assigning-queues'
import { listCandidates } from '../../ticket/assignment/automatic/candidates.view'
import { chooseAgent } from '../../ticket/assignment/automatic/choose-agent.policy'
import { isOfWallet } from '../../ticket/assignment/direct-to-wallet'
import { assignPendingTicket } from '../../ticket/assignment/assign-pending-ticket'
import type { TicketAssignment } from '../../ticket/ticket.policy'
import { findTicketRow } from '../../ticket/ticket.queries'

/** By the queue's router, or to a random member on entry where the company wants that. */
export function routeWaiting(
  ctx: CompanyContext,
  ticketId: TicketId,
  assignment: TicketAssignment,
  { hasEntered }: { hasEntered: boolean },
) {
  if (assignment.status !== 'pending' || assignment.userId !== null || assignment.queueId === null) return
  if (findAssigningQueue(ctx, assignment.queueId)) return assignWaitingLater(ctx, assignment.queueId)
  const byChance = hasEntered && isSettingEnabled(ctx, 'userRandom')
  if (!byChance && !findQueue(ctx, assignment.queueId)?.ativarRoteador) return
  stopRouting(ctx, ticketId)
  enqueueJob(ctx, 'ticket.route', { ticketId, byChance }, { dedupeKey: jobKey(ticketId) })
}

export function stopRouting(ctx: CompanyContext, ticketId: TicketId) {
  cancelJob(ctx, jobKey(ticketId))
}

const jobKey = (ticketId: TicketId) => `ticket.route ${ticketId}`

/** In a queue that assigns, the next gets what was not accepted in time. */
export function offerLater(ctx: CompanyContext, ticketId: TicketId, queueId: QueueId | null) {
  const queue = findAssigningQueue(ctx, queueId)
  if (!queue?.ativarRoteador) return
  stopRouting(ctx, ticketId)
  const runAt = addMs(ctx.now, waitOf(queue))
  enqueueJob(ctx, 'ticket.route', { ticketId, byChance: false }, { runAt, dedupeKey: jobKey(ticketId) })
}

const waitOf = ({ tempoRoteador }: { tempoRoteador: number }) => Math.max(tempoRoteador, 1) * minuteMs

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
    const assigning = findAssigningQueue(ctx, queue.id)
    if (!queue.ativarRoteador && (assigning || !byChance || ticket.userId !== null)) return undefined
    if (assigning && ticket.userId === null) return undefined
    const rule = assigning
      ? ruleOf(assigning)
      : { mode: queue.ativarRoteador ? ('router' as const) : ('random' as const), ticketsPerAgent: 0 }
    const choice = chooseAgent(listCandidates(ctx, queue.id), rule, { exceptId: ticket.userId })
    // With nobody online, the search is repeated every minute.
    if (!choice) return queue.ativarRoteador ? addMs(ctx.now, minuteMs) : undefined
    if (assigning) assign(ctx, assigning, ticket, choice)
    else assignPendingTicket(ctx, ticket, choice.agent.id, { why: { reason: choice.reason } })
    return queue.ativarRoteador ? addMs(ctx.now, waitOf(queue)) : undefined
  })
}
