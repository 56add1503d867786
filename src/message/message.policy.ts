import { type Actor, actingUserId, isAdmin } from '../kernel/actor'
import type { UserId } from '../kernel/ids'
import type { TicketStatus } from '../ticket/ticket-status'

/** Of what one writes, in UTF-16 code units. */
export const messageTextMax = 65_536

/** Own messages may be edited for this long. */
export const editWindowMs = 900_000

interface OwnableMessage {
  fromMe: boolean
  /** Who of the company wrote it. */
  userId: UserId | null
  isDeleted: boolean
}

/** One's own, also among admins; what the product or the phone wrote is everybody's and so the admins'. */
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

/** Whose look counts as read: the owner's and, while nobody owns it, that of anyone who may take it. */
export function clearsUnread(actor: Actor, ticket: OpenedTicket) {
  return ticket.userId === null || ticket.userId === actingUserId(actor)
}

/** The contact is told that it was read only by who answers: a look at what still waits tells nobody. */
export function sendsReadReceipt(actor: Actor, ticket: OpenedTicket) {
  return ticket.userId === actingUserId(actor) || ticket.status === 'group'
}

/** Why nobody may write to the contact on a ticket: in the words of the composer. */
export type WriteBar = 'closed' | 'pending' | 'waiting' | 'blocked'

/** The server and the composer ask this alike. A blocked contact still allows notes for the team, the others nothing. */
export function writeBarOf(status: TicketStatus, isContactActive: boolean): WriteBar | undefined {
  if (status === 'closed' || status === 'pending') return status
  if (status === 'nps' || status === 'lgpd') return 'waiting'
  return isContactActive ? undefined : 'blocked'
}
