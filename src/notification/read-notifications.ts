import { actingUserId } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import { recordEvent } from '../kernel/event/event-log'
import type { MessageId, TicketId, UserId } from '../kernel/ids'
import './notification.events'

interface Deleted {
  id: number
  userId: UserId
}

const statements = perCompany(({ sqlite }) => ({
  read: sqlite.prepare<Deleted, [number, number | null]>(
    'DELETE FROM notification WHERE user_id = ?1 AND (?2 IS NULL OR ticket_id = ?2) RETURNING id, user_id AS userId',
  ),
  withdraw: sqlite.prepare<Deleted, [number]>(
    'DELETE FROM notification WHERE message_id = ? RETURNING id, user_id AS userId',
  ),
  withdrawMention: sqlite.prepare<Deleted, [number, number]>(
    `DELETE FROM notification WHERE user_id = ? AND message_id = ? AND kind = 'mention'
     RETURNING id, user_id AS userId`,
  ),
  withdrawTransfer: sqlite.prepare<Deleted, [number, number]>(
    `DELETE FROM notification WHERE user_id = ? AND ticket_id = ? AND kind = 'transfer'
     RETURNING id, user_id AS userId`,
  ),
}))

/** Removes the user's notifications of one ticket, or all. */
export function readNotifications(ctx: CompanyContext, ticketId: TicketId | null) {
  const userId = actingUserId(ctx.actor)
  if (userId === undefined) return
  ctx.transaction(() => recordDeleted(ctx, statements(ctx.company).read.all(userId, ticketId)))
}

/** Removes the notifications of a deleted message. */
export function withdrawNotifications(ctx: CompanyContext, messageId: MessageId) {
  recordDeleted(ctx, statements(ctx.company).withdraw.all(messageId))
}

/** Removes the notification of a mention that an edit removed. */
export function withdrawMention(ctx: CompanyContext, userId: UserId, messageId: MessageId) {
  recordDeleted(ctx, statements(ctx.company).withdrawMention.all(userId, messageId))
}

export function withdrawTransfer(ctx: CompanyContext, userId: UserId, ticketId: TicketId) {
  recordDeleted(ctx, statements(ctx.company).withdrawTransfer.all(userId, ticketId))
}

function recordDeleted(ctx: CompanyContext, deleted: readonly Deleted[]) {
  for (const [userId, rows] of Map.groupBy(deleted, (row) => row.userId)) {
    recordEvent(ctx, 'notification.deleted', {}, { userId, notificationIds: rows.map(({ id }) => id) })
  }
}
