import { isAdmin } from '../kernel/company/actor'
import { asSystem, type CompanyContext } from '../kernel/company/company-context'
import type { MessageId, TicketId, UserId } from '../kernel/ids'
import { maskTicket, presentTickets } from '../ticket/list/present-ticket.view'
import { findMessageRow } from '../message/message.queries'
import { canBeNotified } from '../notification/notify-user'
import { findNotificationRow } from '../notification/notification.view'
import { hidesNumbers } from '../setting/setting.queries'
import { findTicketRow } from '../ticket/ticket.queries'
import { findActor } from '../user/actor.queries'
import { findUser } from '../user/user.queries'
import { type PushKind, pushKindOf, type PushNotice } from './push.contract'

/** What a notice is about. Its words are read when it is sent, as they are then. */
export type PushSubject =
  | { about: 'message'; ticketId: TicketId; messageId: MessageId }
  | { about: 'waiting'; ticketId: TicketId }
  | { about: 'notification'; notificationId: number }
  | { about: 'test'; at: string }

const textMax = 300

/** Undefined when there is nothing to tell any more, or the user may not see it now. */
export function composeNotice(ctx: CompanyContext, userId: UserId, subject: PushSubject): PushNotice | undefined {
  const language = findUser(ctx, userId)?.language ?? ctx.company.services.about(ctx.company.id).language
  const shared = { language, contact: '', from: null, text: '', mediaType: null, ticketUuid: null, messageId: null }
  if (subject.about === 'test') return { ...shared, id: `test-${subject.at}`, kind: 'test' }
  const parts = partsOf(ctx, subject)
  const reader = findActor(ctx, userId)
  const row = parts && findTicketRow(ctx, parts.ticketId)
  const [ticket] = row ? presentTickets(asSystem(ctx), [row.id]) : []
  if (!parts || !reader || !row || !ticket) return undefined
  if (!canBeNotified(reader, parts.kind === 'scheduleRefused' ? parts.kind : 'transfer', row)) return undefined
  const isMasked = hidesNumbers(ctx) && !isAdmin(reader)
  return {
    ...shared,
    ...parts.notice,
    id: parts.id,
    kind: parts.kind,
    contact: (isMasked ? maskTicket(ctx, ticket) : ticket).contact.name.slice(0, 100),
    text: isMasked ? '' : parts.text.slice(0, textMax).toWellFormed(),
    ticketUuid: ticket.uuid,
  }
}

interface Parts {
  id: string
  kind: Exclude<PushNotice['kind'], 'test'>
  ticketId: TicketId
  text: string
  notice: Partial<Pick<PushNotice, 'from' | 'mediaType' | 'messageId'>>
}

function partsOf(ctx: CompanyContext, subject: Exclude<PushSubject, { about: 'test' }>): Parts | undefined {
  if (subject.about === 'notification') return notificationParts(ctx, subject.notificationId)
  const { ticketId } = subject
  const row = findTicketRow(ctx, ticketId)
  if (subject.about === 'waiting') {
    if (row?.status !== 'pending' || row.isBot) return undefined
    // The ticket may begin to wait again.
    const id = `waiting-${ticketId}-${(row.queuedAt ?? row.createdAt).getTime()}`
    return { id, kind: 'waiting', ticketId, text: row.lastMessage, notice: {} }
  }
  const message = findMessageRow(ctx, subject.messageId)
  if (!message || message.isDeleted || !row || row.unreadMessages === 0) return undefined
  const { id: messageId, body, mediaType } = message
  return { id: `message-${messageId}`, kind: 'message', ticketId, text: body, notice: { mediaType, messageId } }
}

function notificationParts(ctx: CompanyContext, id: number): Parts | undefined {
  const row = findNotificationRow(ctx, id)
  if (!row) return undefined
  const { kind, ticketId, text, messageId } = row
  return { id: `notification-${id}`, kind, ticketId, text, notice: { from: row.fromName, messageId } }
}

export function choiceOf(kind: PushNotice['kind']): PushKind | undefined {
  if (kind === 'test') return undefined
  return kind === 'message' || kind === 'waiting' ? kind : pushKindOf(kind)
}
