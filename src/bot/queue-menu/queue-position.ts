import type { CompanyContext } from '../../kernel/company/company-context'
import { queueAutomaticText } from '../../message/send/queue-message'
import { getSettings } from '../../setting/setting.queries'
import { countWaitingBefore } from '../../ticket/list/count-tickets'
import { getTicketRow } from '../../ticket/ticket.queries'

export function sendQueuePosition(ctx: CompanyContext, ticketId: number): boolean {
  const { sendQueuePosition, sendQueuePositionMessage } = getSettings(ctx)
  if (sendQueuePosition !== 'enabled' || !sendQueuePositionMessage.trim()) return false
  const ticket = getTicketRow(ctx, ticketId)
  if (ticket.queueId === null || ticket.userId !== null) return false
  queueAutomaticText(ctx, ticket, `${sendQueuePositionMessage} *${countWaitingBefore(ctx, ticket) + 1}*`)
  return true
}
