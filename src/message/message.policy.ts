import { type Actor, actingUserId, isAdmin } from '../kernel/company/actor'
import type { UserId } from '../kernel/ids'
import { isUnanswered } from '../ticket/ticket.policy'
import type { TicketStatus } from '../ticket/ticket-status'

/** Limit of written messages, in UTF-16 code units. */
export const messageTextMax = 65_536
export const mentionsMax = 30

const editWindowMs = 900_000

interface OwnableMessage {
  fromMe: boolean
  userId: UserId | null
  isDeleted: boolean
}

/** Admins too, and messages without an author: of the product and the phone. */
function isOwn(actor: Actor, message: OwnableMessage) {
  if (!message.fromMe) return false
  return message.userId === null ? isAdmin(actor) : message.userId === actingUserId(actor)
}

export function canEditMessage(
  actor: Actor,
  message: OwnableMessage & { mediaType: string | null; createdAt: Date },
  now: Date,
) {
  const age = now.getTime() - message.createdAt.getTime()
  return isOwn(actor, message) && !message.isDeleted && message.mediaType === null && age <= editWindowMs
}

export function canDeleteMessage(actor: Actor, message: OwnableMessage) {
  return isOwn(actor, message) && !message.isDeleted
}

interface OpenedTicket {
  status: TicketStatus
  userId: UserId | null
}

/** The owner or, without one, anyone who may accept it. */
export function mayMarkRead(actor: Actor, ticket: OpenedTicket) {
  return ticket.userId === null || ticket.userId === actingUserId(actor)
}

/** A waiting ticket stays unread until somebody accepts it. */
export function clearsUnread(actor: Actor, ticket: OpenedTicket) {
  return !isUnanswered(ticket.status) && mayMarkRead(actor, ticket)
}

export function sendsReadReceipt(actor: Actor, ticket: OpenedTicket) {
  return ticket.userId === actingUserId(actor) || ticket.status === 'group'
}

export type WriteBar = 'closed' | 'pending' | 'waiting' | 'blocked'

/** Also of the composer. A blocked contact allows private notes. */
export function writeBarOf(status: TicketStatus, isContactActive: boolean): WriteBar | undefined {
  if (status === 'closed' || status === 'pending') return status
  if (status === 'nps' || status === 'lgpd') return 'waiting'
  return isContactActive ? undefined : 'blocked'
}
