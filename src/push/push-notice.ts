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

/** Its words are read when it is sent, as they are then. */
export type TicketSubject =
  | { about: 'message'; ticketId: TicketId; messageId: MessageId }
  | { about: 'waiting'; ticketId: TicketId }
  | { about: 'notification'; notificationId: number }
export type PushSubject =
  | TicketSubject
  | { about: 'several'; number: number; newest: TicketSubject[]; others: number }
  | { about: 'test'; at: string }

const textMax = 300
const namesMax = 3

/** Undefined when there is nothing to tell any more, or the user may not see it now or does not want it. */
export function composeNotice(
  ctx: CompanyContext,
  userId: UserId,
  subject: PushSubject,
  offKinds: readonly PushKind[],
): PushNotice | undefined {
  const { language } = findUser(ctx, userId) ?? {}
  const blank: PushNotice = {
    id: '',
    kind: 'test',
    count: 1,
    language: language ?? ctx.company.services.about(ctx.company.id).language,
    contact: '',
    from: null,
    text: '',
    mediaType: null,
    ticketUuid: null,
    messageId: null,
  }
  if (subject.about === 'test') return { ...blank, id: `test-${subject.at}` }
  const compose = (one: TicketSubject) => {
    const part = composeOne(ctx, userId, one)
    return part && !offKinds.includes(choiceOf(part.kind)) ? { ...blank, ...part } : undefined
  }
  return subject.about === 'several' ? composeSeveral(subject, blank, compose) : compose(subject)
}

function composeSeveral(
  { number, newest, others }: Extract<PushSubject, { about: 'several' }>,
  blank: PushNotice,
  compose: (one: TicketSubject) => PushNotice | undefined,
): PushNotice | undefined {
  const notices = newest.flatMap((one) => compose(one) ?? []).reverse()
  const tickets = [...new Map(notices.map((notice) => [notice.ticketUuid, notice])).values()]
  if (others === 0 && tickets.length <= 1) return notices[0]
  const names = [...new Set(tickets.map(({ contact }) => contact))].slice(0, namesMax)
  return {
    ...blank,
    id: `several-${number}`,
    kind: 'several',
    count: others + tickets.length,
    contact: names.join(', '),
  }
}

type OwnKind = Exclude<PushNotice['kind'], 'test' | 'several'>

function composeOne(ctx: CompanyContext, userId: UserId, subject: TicketSubject) {
  const parts = partsOf(ctx, subject)
  const reader = findActor(ctx, userId)
  const row = parts && findTicketRow(ctx, parts.ticketId)
  const [ticket] = row ? presentTickets(asSystem(ctx), [row.id]) : []
  if (!parts || !reader || !row || !ticket) return undefined
  if (!canBeNotified(reader, parts.kind === 'scheduleRefused' ? parts.kind : 'transfer', row)) return undefined
  const isMasked = hidesNumbers(ctx) && !isAdmin(reader)
  return {
    ...parts.notice,
    id: parts.id,
    kind: parts.kind,
    contact: (isMasked ? maskTicket(ctx, ticket) : ticket).contact.name.slice(0, 100).toWellFormed(),
    text: isMasked ? '' : parts.text.slice(0, textMax).toWellFormed(),
    ticketUuid: ticket.uuid,
  }
}

interface Parts {
  id: string
  kind: OwnKind
  ticketId: TicketId
  text: string
  notice: Partial<Pick<PushNotice, 'from' | 'mediaType' | 'messageId'>>
}

function partsOf(ctx: CompanyContext, subject: TicketSubject): Parts | undefined {
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

const choiceOf = (kind: OwnKind): PushKind => (kind === 'message' || kind === 'waiting' ? kind : pushKindOf(kind))
