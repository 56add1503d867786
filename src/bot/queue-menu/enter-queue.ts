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

/** The contact chose this queue in the menu: its greeting, or that it is closed now. */
export function enterChosenQueue(ctx: CompanyContext, ticket: TicketRow, connection: Connection) {
  endBotTurn(ctx, ticket.id)
  if (sendOutOfHoursText(ctx, ticket, connection)) return
  const queue = ticket.queueId === null ? undefined : findQueue(ctx, ticket.queueId)
  queueAutomaticText(ctx, ticket, queue?.greetingMessage ?? '')
  settleIn(ctx, ticket, queue?.closeTicket ?? false)
}

/** The connection has but this queue: its greeting, else the connection's, where the company wants one. True when it spoke. */
export function enterOnlyQueue(ctx: CompanyContext, ticket: TicketRow, connection: Connection): boolean {
  const queue = ticket.queueId === null ? undefined : findQueue(ctx, ticket.queueId)
  const greets = isSettingEnabled(ctx, 'sendGreetingMessageOneQueues')
  if (greets && queue?.greetingMessage.trim()) queueAutomaticText(ctx, ticket, queue.greetingMessage)
  else if (greets) sendGreeting(ctx, ticket, connection, connection.greetingMessage)
  const settled = settleIn(ctx, ticket, queue?.closeTicket ?? false)
  return greets || settled
}

/** A queue that only informs closes the ticket; in any other the contact may be told how many are before them. */
function settleIn(ctx: CompanyContext, ticket: TicketRow, closes: boolean): boolean {
  if (!closes) return sayPosition(ctx, ticket.id)
  finish(ctx, getTicketRow(ctx, ticket.id), { farewell: false })
  return true
}

/** The contact's position in the queue, counting those who wait for nobody in particular. */
export function sayPosition(ctx: CompanyContext, ticketId: number): boolean {
  const { sendQueuePosition, sendQueuePositionMessage } = getSettings(ctx)
  if (sendQueuePosition !== 'enabled' || !sendQueuePositionMessage.trim()) return false
  const ticket = getTicketRow(ctx, ticketId)
  if (ticket.queueId === null || ticket.userId !== null) return false
  queueAutomaticText(ctx, ticket, `${sendQueuePositionMessage} *${countWaitingBefore(ctx, ticket) + 1}*`)
  return true
}
