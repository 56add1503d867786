import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import { reaction } from '../kernel/event/event-log'
import type { ConnectionId, MessageId } from '../kernel/ids'
import '../message/message.events'
import { findMessageRow } from '../message/message.queries'
import { getTicketRow } from '../ticket/ticket.queries'
import { findConnectionWebhook } from '../webhook/receiver/connection-address'
import { wakeDeliveries } from '../webhook/delivery/deliver-webhooks'
import { describeConnection } from '../webhook/describe-event'
import { queueDelivery } from '../webhook/delivery/queue-delivery'
import { describeStatus, statusOf } from './external-message-status'
import type { MessageStatus } from './external-message.contract'

interface Reported {
  connectionId: ConnectionId
  status: MessageStatus
}

const statements = perCompany(({ sqlite }) => ({
  insert: sqlite.prepare<unknown, [number, number]>(
    'INSERT INTO reported_message (message_id, connection_id) VALUES (?, ?)',
  ),
  find: sqlite.prepare<Reported, [number]>(
    'SELECT connection_id AS connectionId, status FROM reported_message WHERE message_id = ?',
  ),
  note: sqlite.prepare<unknown, [MessageStatus, number, number]>(
    'UPDATE reported_message SET status = ?, at = ? WHERE message_id = ?',
  ),
}))

const isReported = (ctx: CompanyContext, connectionId: ConnectionId) =>
  findConnectionWebhook(ctx, connectionId).url !== ''

/**
 * Notes when these messages change their status, and reports it if the connection has an address. Runs in the current
 * transaction.
 */
export function followStatus(ctx: CompanyContext, connectionId: ConnectionId, messageIds: readonly MessageId[]) {
  for (const id of messageIds) statements(ctx.company).insert.run(id, connectionId)
}

/** Queues a report in the transaction that changes the status, so that none is lost or sent early. */
export const reportStatus = reaction('message.delivered', (ctx, { messageId, ticketId, at }) => {
  const reported = statements(ctx.company).find.get(messageId)
  const message = reported && findMessageRow(ctx, messageId)
  if (!message) return
  const { connectionId } = reported
  const status = statusOf(message)
  if (status === reported.status) return
  statements(ctx.company).note.run(status, at.getTime(), messageId)
  if (!isReported(ctx, connectionId)) return
  const { id, uuid } = getTicketRow(ctx, ticketId)
  const target = `connection ${connectionId}` as const
  const records = {
    connection: describeConnection(ctx, connectionId),
    ticket: { id, uuid },
    message: describeStatus(ctx, message),
  }
  queueDelivery(ctx, { target, event: 'message.status', at, ticketId, records })
  wakeDeliveries(ctx, target)
})
