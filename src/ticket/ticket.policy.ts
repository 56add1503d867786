import { type Actor, actingUserId, isAdmin, type UserActor } from '../kernel/actor'
import type { QueueId, UserId } from '../kernel/ids'
import type { TicketStatus } from './ticket-status'

/** Where a ticket stands: all that decides who may see it. */
export interface TicketAssignment {
  status: TicketStatus
  userId: UserId | null
  queueId: QueueId | null
}

/**
 * The rule of sight. An admin sees everything. Anybody sees what is theirs. What is nobody's is seen by the people of its
 * queue, and without a queue by those allowed to (allTicket); groups by those with allowGroup. Another's ticket is seen
 * only by those who may read everyone's conversations (allUserChat), in their queues or, with allHistoric, in all.
 * `ticket-topics.ts` and `ticket-scope.ts` say the same for live messages and for lists; a test holds the three together.
 */
export function canSeeTicket(actor: Actor, ticket: TicketAssignment): boolean {
  if (isAdmin(actor)) return true
  const person = actor as UserActor
  if (ticket.userId === person.userId) return true
  if (ticket.status === 'group') {
    return person.allowGroup && (ticket.queueId === null || seesQueue(person, ticket.queueId))
  }
  if (ticket.queueId === null) return person.allTicket && (ticket.userId === null || person.allUserChat)
  if (ticket.userId === null && person.queueIds.includes(ticket.queueId)) return true
  return person.allUserChat && seesQueue(person, ticket.queueId)
}

function seesQueue(person: UserActor, queueId: QueueId) {
  return person.queueIds.includes(queueId) || (person.allUserChat && person.allHistoric)
}

/** Waits for somebody to take it. */
export function isWaiting({ status, userId }: Pick<TicketAssignment, 'status' | 'userId'>) {
  return status === 'pending' || status === 'lgpd' || (status === 'group' && userId === null)
}

/** An agent is done with it, even while the contact is asked how it was. */
export function isResolved({ status }: Pick<TicketAssignment, 'status'>) {
  return status === 'closed' || status === 'nps'
}

/** Whoever sees it waiting may take it; one set aside for somebody else, only those who see everyone's. */
export function canAcceptTicket(actor: Actor, ticket: TicketAssignment) {
  return isWaiting(ticket) && canSeeTicket(actor, ticket)
}

export function canReturnTicket(actor: Actor, ticket: TicketAssignment) {
  return (ticket.status === 'open' || ticket.status === 'group') && canSeeTicket(actor, ticket)
}

/** Closing what nobody has answered is a right of its own: of admins and of those who see the dashboard. */
export function canCloseTicket(actor: Actor, ticket: TicketAssignment) {
  if (ticket.status === 'closed' || !canSeeTicket(actor, ticket)) return false
  const unanswered = ticket.status === 'pending' || ticket.status === 'lgpd'
  return !unanswered || isAdmin(actor) || (actor as UserActor).showDashboard
}

/** Closes a waiting ticket without a word to the contact. */
export function canIgnoreTicket(actor: Actor, ticket: TicketAssignment) {
  const unanswered = ticket.status === 'pending' || ticket.status === 'lgpd'
  return unanswered && mayIgnore(actor) && canSeeTicket(actor, ticket)
}

export const mayIgnore = (actor: Actor) => isAdmin(actor) || (actor as UserActor).userClosePendingTicket

export function canReopenTicket(actor: Actor, ticket: TicketAssignment) {
  return isResolved(ticket) && canSeeTicket(actor, ticket)
}

/** A closed one may be transferred too: that reopens it in a queue. */
export function canTransferTicket(actor: Actor, ticket: TicketAssignment) {
  return canSeeTicket(actor, ticket)
}

/** Sends messages, notes, sets what the contact panel and the conversation offer. */
export function canChangeTicket(actor: Actor, ticket: TicketAssignment) {
  return canSeeTicket(actor, ticket)
}

/** ticket-options:deleteTicket. */
export function canDeleteTicket(actor: Actor) {
  return isAdmin(actor)
}

/** tickets-manager:closeAll. */
export function canCloseAllTickets(actor: Actor) {
  return isAdmin(actor)
}

/** tickets-manager:showall, and the switch that gives it to a plain user. */
export function canShowAllTickets(actor: Actor) {
  return isAdmin(actor) || (actor as UserActor).allUserChat
}

/** The user filter of the inbox. */
export function canFilterByUser(actor: Actor) {
  return isAdmin(actor)
}

/** Puts tickets there by accepting, creating or scheduling them, or takes them there oneself; transferring goes to any queue. */
export function canUseQueue(actor: Actor, queueId: QueueId) {
  return isAdmin(actor) || (actor as UserActor).queueIds.includes(queueId)
}

/** Names the owner of a ticket that is created or scheduled; transferring goes to anybody. */
export function canAssignTo(actor: Actor, userId: UserId) {
  return isAdmin(actor) || actingUserId(actor) === userId
}
