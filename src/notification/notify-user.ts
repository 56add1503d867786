import type { CompanyContext } from '../kernel/company/company-context'
import { type Actor, actingUserId } from '../kernel/company/actor'
import { perCompany } from '../kernel/company/company-files'
import { recordEvent } from '../kernel/event/event-log'
import type { MessageId, TicketId, UserId } from '../kernel/ids'
import { canSeeTicket, type TicketAssignment } from '../ticket/ticket.policy'
import { getTicketRow } from '../ticket/ticket.queries'
import { findActor } from '../user/actor.queries'
import type { NotificationKind } from './notification.contract'
import './notification.events'

const textMax = 200
/** Per user; older ones are dropped. */
const keptMax = 200

const statements = perCompany(({ sqlite }) => ({
  // A replaced notification gets a new id, so that browsers announce it again.
  put: sqlite.prepare<{ id: number }, (string | number | null)[]>(
    `INSERT OR REPLACE INTO notification (user_id, ticket_id, kind, from_user_id, message_id, text, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id`,
  ),
  trim: sqlite.prepare<unknown, [number, number, number]>(
    `DELETE FROM notification WHERE user_id = ?1 AND id <=
       (SELECT id FROM notification WHERE user_id = ?2 ORDER BY id DESC LIMIT 1 OFFSET ?3)`,
  ),
}))

interface Notification {
  kind: NotificationKind
  text: string
  messageId?: MessageId
}

/**
 * Notifies the user about the ticket, unless they caused the event or may not see the ticket. Requires a transaction.
 */
export function notifyUser(ctx: CompanyContext, userId: UserId, ticketId: TicketId, notification: Notification) {
  const from = actingUserId(ctx.actor) ?? null
  const reader = findActor(ctx, userId)
  if (from === userId || !reader || !canBeNotified(reader, notification.kind, getTicketRow(ctx, ticketId))) return
  const { kind, messageId = null } = notification
  const text = cut(notification.text)
  const { put, trim } = statements(ctx.company)
  const row = put.get(userId, ticketId, kind, from, messageId, text, ctx.now.getTime())
  trim.run(userId, userId, keptMax)
  recordEvent(ctx, 'notification.created', { ticketId }, { notificationId: row?.id ?? 0, userId })
}

/** What was refused for lack of a right is told all the same. */
export function canBeNotified(reader: Actor, kind: NotificationKind, ticket: TicketAssignment) {
  return kind === 'scheduleRefused' || canSeeTicket(reader, ticket)
}

function cut(text: string) {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > textMax ? `${line.slice(0, textMax - 1)}…`.toWellFormed() : line
}
