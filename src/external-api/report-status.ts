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
import { describeStatus } from './external-message-status'
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
  note: sqlite.prepare<unknown, [MessageStatus, number]>('UPDATE reported_message SET status = ? WHERE message_id = ?'),
}))

const isReported = (ctx: CompanyContext, connectionId: ConnectionId) =>
  findConnectionWebhook(ctx, connectionId).url !== ''

/**
 * The statuses of these messages are reported from now on, if the connection has an address. Runs in the current
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
  const status = describeStatus(message)
  if (status.status === reported.status || !isReported(ctx, connectionId)) return
  statements(ctx.company).note.run(status.status, messageId)
  const { id, uuid } = getTicketRow(ctx, ticketId)
  const target = `connection ${connectionId}` as const
  const records = { connection: describeConnection(ctx, connectionId), ticket: { id, uuid }, message: status }
  queueDelivery(ctx, { target, event: 'message.status', at, ticketId, records })
  wakeDeliveries(ctx, target)
})
