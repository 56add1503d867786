import type { Connection } from '../../connection/connection.queries'
import type { CompanyContext } from '../../kernel/company-context'
import { queueAutomaticText } from '../../message/queue-message'
import { findQueue } from '../../queue/queue.queries'
import { getSettings, isSettingEnabled } from '../../setting/setting.queries'
import { countWaitingBefore } from '../../ticket/count-tickets'
import { finish } from '../../ticket/close-ticket'
import { endBotTurn } from '../../ticket/bot-state'
import { getTicketRow, type TicketRow } from '../../ticket/ticket.queries'
import { sendOutOfHoursText } from '../opening-hours/opening-hours'
import { sendGreeting } from './send-greeting'

/** Sends the greeting of the queue chosen in the menu, or its out-of-hours text. */
export function enterChosenQueue(ctx: CompanyContext, ticket: TicketRow, connection: Connection) {
  endBotTurn(ctx, ticket.id)
  if (sendOutOfHoursText(ctx, ticket, connection)) return
  const queue = ticket.queueId === null ? undefined : findQueue(ctx, ticket.queueId)
  queueAutomaticText(ctx, ticket, queue?.greetingMessage ?? '')
  completeEntry(ctx, ticket, queue?.closeTicket ?? false)
}

/**
 * Sends the greeting of the connection's only queue, else the connection's, where the company wants one. Returns
 * whether it was sent.
 */
export function enterOnlyQueue(ctx: CompanyContext, ticket: TicketRow, connection: Connection): boolean {
  const queue = ticket.queueId === null ? undefined : findQueue(ctx, ticket.queueId)
  const greets = isSettingEnabled(ctx, 'sendGreetingMessageOneQueues')
  if (greets && queue?.greetingMessage.trim()) queueAutomaticText(ctx, ticket, queue.greetingMessage)
  else if (greets) sendGreeting(ctx, ticket, connection, connection.greetingMessage)
  const completed = completeEntry(ctx, ticket, queue?.closeTicket ?? false)
  return greets || completed
}

/** An information queue closes the ticket. In any other the contact may be told the position in the queue. */
function completeEntry(ctx: CompanyContext, ticket: TicketRow, closes: boolean): boolean {
  if (!closes) return sendQueuePosition(ctx, ticket.id)
  finish(ctx, getTicketRow(ctx, ticket.id), { farewell: false })
  return true
}

/** Sends the contact's position in the queue, among tickets assigned to nobody. */
export function sendQueuePosition(ctx: CompanyContext, ticketId: number): boolean {
  const { sendQueuePosition, sendQueuePositionMessage } = getSettings(ctx)
  if (sendQueuePosition !== 'enabled' || !sendQueuePositionMessage.trim()) return false
  const ticket = getTicketRow(ctx, ticketId)
  if (ticket.queueId === null || ticket.userId !== null) return false
  queueAutomaticText(ctx, ticket, `${sendQueuePositionMessage} *${countWaitingBefore(ctx, ticket) + 1}*`)
  return true
}
