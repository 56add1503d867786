import type { ConnectionOptions } from '../../connection/connection.contract'
import { findConnection, findConnectionWaits, optionsOf } from '../../connection/connection.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { ConnectionId, MessageId, TicketId } from '../../kernel/ids'
import { bringJobForward, enqueueJob } from '../../kernel/job/jobs'
import { addMs } from '../../kernel/time/clock'
import { minuteMs } from '../../kernel/time/durations.contract'
import { findMessageRow } from '../../message/message.queries'
import { queueAutomaticText } from '../../message/send/queue-message'
import { withCause } from '../../message/trace/message-cause'
import { finish } from '../../ticket/closing/close-ticket'
import { lastNoticeAtMs, countNotice } from '../../ticket/history/ticket-notice'
import { findTicketRow, listOpenTicketIds, type TicketRow } from '../../ticket/ticket.queries'

/** One job per ticket, which postpones itself, so that messages cost nothing. */
export function watchForSilence(ctx: CompanyContext, ticket: Pick<TicketRow, 'id' | 'connectionId'>) {
  if (ticket.connectionId === null || !expires(ctx, ticket.connectionId)) return
  const dedupeKey = `ticket.inactivity ${ticket.id}`
  enqueueJob(ctx, 'ticket.inactivity', { ticketId: ticket.id }, { dedupeKey })
}

export function watchConnectionForSilence(ctx: CompanyContext, connectionId: ConnectionId) {
  if (!expires(ctx, connectionId)) return
  const dedupeKey = `connection.inactivity ${connectionId}`
  enqueueJob(ctx, 'connection.inactivity', { connectionId }, { dedupeKey })
}

const expires = (ctx: CompanyContext, connectionId: ConnectionId) =>
  (findConnectionWaits(ctx, connectionId)?.expiresTicket ?? 0) > 0

export function watchOpenTickets(ctx: CompanyContext, connectionId: ConnectionId) {
  ctx.transaction(() => {
    for (const id of listOpenTicketIds(ctx, connectionId)) {
      bringJobForward(ctx, `ticket.inactivity ${id}`)
      watchForSilence(ctx, { id, connectionId })
    }
  })
}

/** Returns when to check again. Only messages and acceptance count. */
export function closeWhenInactive(ctx: CompanyContext, ticketId: TicketId): Date | undefined {
  return ctx.transaction(() => {
    const ticket = findTicketRow(ctx, ticketId)
    const connection = ticket?.connectionId ? findConnection(ctx, ticket.connectionId) : undefined
    if (!ticket || !connection || ticket.status !== 'open' || ticket.imported) return undefined
    const options = optionsOf(connection)
    if (options.expiresTicket === 0) return undefined
    const due = findDue(ctx, ticket, options)
    if (due.atMs > ctx.now.getTime()) return new Date(due.atMs)
    if (due.what === 'close') {
      say(ctx, ticket, options.expiresInactiveMessage)
      finish(ctx, ticket, { farewell: false })
      return undefined
    }
    countNotice(ctx, ticket.id, 'inactive', { timesMax: 0 })
    say(ctx, ticket, options.inactiveMessage)
    return addMs(ctx.now, options.expiresTicket * minuteMs)
  })
}

function say(ctx: CompanyContext, ticket: TicketRow, text: string) {
  withCause(ctx, { kind: 'inactivity' }, () => void queueAutomaticText(ctx, ticket, text))
}

interface Due {
  what: 'warn' | 'close' | 'look'
  atMs: number
}

function findDue(ctx: CompanyContext, ticket: TicketRow, options: ConnectionOptions): Due {
  const { timeInactiveMessage, expiresTicket, whenExpiresTicket, inactiveMessage } = options
  const last = findMessage(ctx, ticket.lastMessageId)
  const openedMs = (ticket.startedAt ?? ticket.createdAt).getTime()
  // Nobody has answered the warning.
  if (last?.byItself && lastNoticeAtMs(ctx, ticket.id, 'inactive') === last.at)
    return { what: 'close', atMs: last.at + expiresTicket * minuteMs }
  const firstMs = (timeInactiveMessage || expiresTicket) * minuteMs
  // The contact waits for us.
  if (whenExpiresTicket === 1 && !last?.fromMe) return { what: 'look', atMs: ctx.now.getTime() + firstMs }
  const sinceMs = Math.max(last?.at ?? 0, openedMs)
  if (timeInactiveMessage === 0) return { what: 'close', atMs: sinceMs + firstMs }
  if (inactiveMessage.trim()) return { what: 'warn', atMs: sinceMs + firstMs }
  return { what: 'close', atMs: sinceMs + firstMs + expiresTicket * minuteMs }
}

function findMessage(ctx: CompanyContext, id: MessageId | null) {
  const message = id === null ? undefined : findMessageRow(ctx, id)
  if (!message) return undefined
  const { fromMe, userId, createdAt } = message
  return { fromMe, byItself: fromMe && userId === null, at: createdAt.getTime() }
}
