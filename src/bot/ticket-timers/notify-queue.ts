import { channelRules } from '../../channel/channel-rules.contract'
import { findConnection, findDefaultConnection, listConnections } from '../../connection/connection.queries'
import { digitsOf } from '../../kernel/text/phone-number'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { QueueId, TicketId } from '../../kernel/ids'
import { enqueueJob } from '../../kernel/job/jobs'
import { composeNotification } from '../../message/compose/compose-messages'
import { addOutboundChange } from '../../message/outbox/outbound-change'
import { newNotificationId } from '../../message/send/queue-message'
import { findQueue } from '../../queue/queue.queries'
import { isSettingEnabled } from '../../setting/setting.queries'
import { listPhonesOfQueue } from '../../user/user.queries'
import { countNotice } from '../../ticket/history/ticket-notice'
import { findTicketRow, type TicketRow } from '../../ticket/ticket.queries'

export function notifyLater(ctx: CompanyContext, ticketId: TicketId, queueId: QueueId | null) {
  if (queueId === null || !isSettingEnabled(ctx, 'sendNotificationWAUser')) return
  if (!findQueue(ctx, queueId)?.createTicketSendNotificationWAUser) return
  // The message that caused it is not stored yet.
  enqueueJob(ctx, 'queue.notify', { ticketId, queueId }, { dedupeKey: `queue.notify ${ticketId}` })
}

/** Runs once per ticket and queue. The texts are sent outside of any conversation. */
export function notifyQueue(ctx: CompanyContext, ticketId: TicketId, queueId: QueueId) {
  ctx.transaction(() => {
    const ticket = findTicketRow(ctx, ticketId)
    const text = findQueue(ctx, queueId)?.messageNotification.trim()
    const connection = ticket && findWhatsApp(ctx, ticket)
    if (!ticket?.lastMessageId || ticket.queueId !== queueId || !text || !connection) return
    if (!countNotice(ctx, ticketId, `queueNotified ${queueId}`, { timesMax: 1 })) return
    const texts = composeNotification(ctx, connection.channel, text, ticketId)
    for (const phone of listPhonesOfQueue(ctx, queueId)) {
      const to = { kind: 'phone', value: digitsOf(phone) }
      for (const part of texts) {
        const payload = { id: newNotificationId(), to, text: part }
        addOutboundChange(ctx, connection.id, ticket.lastMessageId, 'notify', payload)
      }
    }
  })
}

/** The ticket's own, the default one or another; at best one that may write to colleagues who have not written. */
function findWhatsApp(ctx: CompanyContext, { connectionId }: TicketRow) {
  const own = connectionId === null ? undefined : findConnection(ctx, connectionId)
  const reaching = [own, findDefaultConnection(ctx), ...listConnections(ctx)].filter(
    (connection) => connection && channelRules[connection.channel].phoneNumbers,
  )
  return reaching.find((one) => one && channelRules[one.channel].replyWindowHours === undefined) ?? reaching[0]
}
