import { and, desc, eq, lte, type SQL } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { type Actor, actingUserId } from '../kernel/company/actor'
import { recordEvent } from '../kernel/event/event-log'
import type { MessageId, TicketId, UserId } from '../kernel/ids'
import { canSeeTicket, type TicketAssignment } from '../ticket/ticket.policy'
import { findTicketRow } from '../ticket/ticket.queries'
import { findActor } from '../user/actor.queries'
import type { NotificationKind } from './notification.contract'
import { notificationTable } from './notification.tables'

const textMax = 200
const keptMax = 200

interface Notification {
  kind: NotificationKind
  text: string
  messageId?: MessageId
}

/** Unless they caused it, may not see the ticket, or it was deleted. Requires a transaction. */
export function notifyUser(ctx: CompanyContext, userId: UserId, ticketId: TicketId, notification: Notification) {
  const from = actingUserId(ctx.actor) ?? null
  const reader = findActor(ctx, userId)
  const ticket = findTicketRow(ctx, ticketId)
  if (from === userId || !reader || !ticket || !canBeNotified(reader, notification.kind, ticket)) return
  const { kind, messageId = null } = notification
  const text = cut(notification.text)
  const row = { userId, ticketId, kind, fromUserId: from, messageId, text, createdAt: ctx.now }
  // A new id makes browsers announce it again.
  remove(ctx, userId, eq(notificationTable.ticketId, ticketId), eq(notificationTable.kind, kind))
  const { id } = ctx.db.insert(notificationTable).values(row).returning().get()
  remove(ctx, userId, lte(notificationTable.id, newestDropped(ctx, userId)))
  recordEvent(ctx, 'notification.created', { ticketId }, { notificationId: id, userId })
}

function newestDropped(ctx: CompanyContext, ofUser: UserId) {
  const { id, userId } = notificationTable
  return ctx.db
    .select({ id })
    .from(notificationTable)
    .where(eq(userId, ofUser))
    .orderBy(desc(id))
    .limit(1)
    .offset(keptMax)
}

function remove(ctx: CompanyContext, userId: UserId, ...conditions: SQL[]) {
  ctx.db
    .delete(notificationTable)
    .where(and(eq(notificationTable.userId, userId), ...conditions))
    .run()
}

/** A refusal for lack of a right is told all the same. */
export function canBeNotified(reader: Actor, kind: NotificationKind, ticket: TicketAssignment) {
  return kind === 'scheduleRefused' || canSeeTicket(reader, ticket)
}

function cut(text: string) {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > textMax ? `${line.slice(0, textMax - 1)}…`.toWellFormed() : line
}
