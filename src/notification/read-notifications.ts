import { and, eq, type SQL } from 'drizzle-orm'
import { actingUserId } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { recordEvent } from '../kernel/event/event-log'
import type { MessageId, TicketId, UserId } from '../kernel/ids'
import { notificationTable } from './notification.tables'

const { userId, ticketId, kind, messageId } = notificationTable

export function readNotifications(ctx: CompanyContext, ofTicket: TicketId | null) {
  const reader = actingUserId(ctx.actor)
  if (reader === undefined) return
  const isOfTicket = ofTicket === null ? undefined : eq(ticketId, ofTicket)
  ctx.transaction(() => remove(ctx, eq(userId, reader), isOfTicket))
}

export function withdrawNotifications(ctx: CompanyContext, ofMessage: MessageId) {
  remove(ctx, eq(messageId, ofMessage))
}

export function withdrawMention(ctx: CompanyContext, ofUser: UserId, ofMessage: MessageId) {
  remove(ctx, eq(userId, ofUser), eq(messageId, ofMessage), eq(kind, 'mention'))
}

export function withdrawTransfer(ctx: CompanyContext, ofUser: UserId, ofTicket: TicketId) {
  remove(ctx, eq(userId, ofUser), eq(ticketId, ofTicket), eq(kind, 'transfer'))
}

function remove(ctx: CompanyContext, ...conditions: (SQL | undefined)[]) {
  const { id } = notificationTable
  const deleted = ctx.db
    .delete(notificationTable)
    .where(and(...conditions))
    .returning({ id, userId })
    .all()
  for (const [userId, rows] of Map.groupBy(deleted, (row) => row.userId)) {
    recordEvent(ctx, 'notification.deleted', {}, { userId, notificationIds: rows.map(({ id }) => id) })
  }
}
