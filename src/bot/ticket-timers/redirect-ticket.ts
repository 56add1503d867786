import { findConnectionWaits } from '../../connection/connection.queries'
import { getContactRow } from '../../contact/contact.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { TicketId } from '../../kernel/ids'
import { cancelJob, enqueueJob } from '../../kernel/job/jobs'
import { addMs } from '../../kernel/time/clock'
import { minuteMs } from '../../kernel/time/durations.contract'
import { findQueue } from '../../queue/queue.queries'
import { setTicketQueue } from '../../ticket/assignment/set-ticket-queue'
import { areBotsPaused, endBotTurn } from '../../ticket/bot-state'
import { findTicketRow, type TicketRow } from '../../ticket/ticket.queries'
import { sendQueuePosition } from '../queue-menu/queue-position'

export function redirectAfterWaiting(ctx: CompanyContext, ticket: TicketRow) {
  const waits = findConnectionWaits(ctx, ticket.connectionId)
  if (!waits?.timeSendQueue || waits.sendIdQueue === null) return
  const dedupeKey = `ticket.redirect ${ticket.id}`
  cancelJob(ctx, dedupeKey)
  const runAt = addMs(ctx.now, waits.timeSendQueue * minuteMs)
  enqueueJob(ctx, 'ticket.redirect', { ticketId: ticket.id }, { runAt, dedupeKey })
}

export function redirectTicket(ctx: CompanyContext, ticketId: TicketId) {
  ctx.transaction(() => {
    const ticket = findTicketRow(ctx, ticketId)
    if (!ticket || ticket.status !== 'pending' || ticket.queueId !== null || ticket.userId !== null) return
    const queueId = findConnectionWaits(ctx, ticket.connectionId)?.sendIdQueue ?? null
    if (queueId === null || !findQueue(ctx, queueId)) return
    setTicketQueue(ctx, ticketId, queueId, { redirect: true })
    endBotTurn(ctx, ticketId)
    if (!getContactRow(ctx, ticket.contactId).disableBot && !areBotsPaused(ticket)) sendQueuePosition(ctx, ticketId)
  })
}
