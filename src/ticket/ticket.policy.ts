import { type ChannelName, channelRules } from '../channel/channel-rules.contract'
import { type Actor, actingUserId, isAdmin, type UserActor } from '../kernel/company/actor'
import type { QueueId, UserId } from '../kernel/ids'
import type { TicketStatus } from './ticket-status'

export interface TicketAssignment {
  status: TicketStatus
  userId: UserId | null
  queueId: QueueId | null
}

export function assignmentOf({ status, userId, queueId }: TicketAssignment): TicketAssignment {
  return { status, userId, queueId }
}

/**
 * Admins see all tickets; users see their own. Unassigned tickets are visible to members of their queue, those without a queue
 * to users with `allTicket`, groups to users with `allowGroup`; tickets of other agents to users with `allUserChat`, in their
 * own queues or, with `allHistoric`, in all. `topicsOfActor` and `ticket-scope.ts` implement the same rule; a test compares
 * the three.
 */
export function canSeeTicket(actor: Actor, ticket: TicketAssignment): boolean {
  if (isAdmin(actor)) return true
  if (ticket.userId === actor.userId) return true
  if (ticket.status === 'group') {
    return actor.allowGroup && (ticket.queueId === null || seesQueue(actor, ticket.queueId))
  }
  if (ticket.queueId === null) return actor.allTicket && (ticket.userId === null || actor.allUserChat)
  if (ticket.userId === null && actor.queueIds.includes(ticket.queueId)) return true
  return actor.allUserChat && seesQueue(actor, ticket.queueId)
}

function seesQueue(user: UserActor, queueId: QueueId) {
  return user.queueIds.includes(queueId) || (user.allUserChat && user.allHistoric)
}

export const isUnanswered = (status: TicketStatus) => status === 'pending' || status === 'lgpd'

export function isWaiting({ status, userId }: Pick<TicketAssignment, 'status' | 'userId'>) {
  return isUnanswered(status) || (status === 'group' && userId === null)
}

export function isResolved({ status }: Pick<TicketAssignment, 'status'>) {
  return status === 'closed' || status === 'nps'
}

/** Assigned to another: with `allUserChat`. */
export function canAcceptTicket(actor: Actor, ticket: TicketAssignment) {
  return isWaiting(ticket) && canSeeTicket(actor, ticket)
}

export function canReturnTicket(actor: Actor, ticket: TicketAssignment) {
  return (ticket.status === 'open' || ticket.status === 'group') && canSeeTicket(actor, ticket)
}

/** Unaccepted ones: admins and users of the dashboard. */
export function canCloseTicket(actor: Actor, ticket: TicketAssignment) {
  if (ticket.status === 'closed' || !canSeeTicket(actor, ticket)) return false
  return !isUnanswered(ticket.status) || isAdmin(actor) || actor.showDashboard
}

/** Closing a waiting one without a message. */
export function canIgnoreTicket(actor: Actor, ticket: TicketAssignment) {
  return isUnanswered(ticket.status) && mayIgnore(actor) && canSeeTicket(actor, ticket)
}

export const mayIgnore = (actor: Actor) => isAdmin(actor) || actor.userClosePendingTicket

export function canSnoozeTicket(actor: Actor, ticket: TicketAssignment) {
  return isSnoozable(ticket) && canSeeTicket(actor, ticket)
}

/** A waiting one for its whole queue. */
export const isSnoozable = ({ status }: Pick<TicketAssignment, 'status'>) => status === 'open' || status === 'pending'

export function canReopenTicket(actor: Actor, ticket: TicketAssignment) {
  return isResolved(ticket) && canSeeTicket(actor, ticket)
}

/** Closed tickets may be transferred too, which reopens them in a queue. */
export function canTransferTicket(actor: Actor, ticket: TicketAssignment) {
  return canSeeTicket(actor, ticket)
}

export function canChangeTicket(actor: Actor, ticket: TicketAssignment) {
  return canSeeTicket(actor, ticket)
}

export function canDeleteTicket(actor: Actor) {
  return isAdmin(actor)
}

export function canCloseAllTickets(actor: Actor) {
  return isAdmin(actor)
}

/** With tickets-manager:showall, or the switch that allows a plain user to. */
export function canShowAllTickets(actor: Actor) {
  return isAdmin(actor) || actor.allUserChat
}

export function canFilterByUser(actor: Actor) {
  return isAdmin(actor)
}

/** Using a queue when accepting, creating or scheduling a ticket. Transfers may go to any queue. */
export function canUseQueue(actor: Actor, queueId: QueueId) {
  return isAdmin(actor) || actor.queueIds.includes(queueId)
}

/** Naming the owner of a new or scheduled ticket. Transfers may go to any user. */
export function canAssignTo(actor: Actor, userId: UserId) {
  return isAdmin(actor) || actingUserId(actor) === userId
}

export function attendedStatus({ isGroup, channel }: { isGroup: boolean; channel: ChannelName }): 'group' | 'open' {
  return isGroup && channelRules[channel].groups ? 'group' : 'open'
}

/**
 * Topic names are built only here. `admin` gets all tickets; `owner:{id}` a user's own (not `user:{id}`, to which admins
 * subscribe too and would get the masked version as well); `everyone` those assigned to others, for users who may read them.
 */
export function ticketTopics(ticket: TicketAssignment): string[] {
  const topics = ['admin']
  const queue = ticket.queueId ?? 'none'
  if (ticket.userId !== null) topics.push(`owner:${ticket.userId}`)
  if (ticket.status === 'group') {
    topics.push(`group:${queue}`)
    if (ticket.queueId !== null) topics.push('group')
    return topics
  }
  if (ticket.userId === null) topics.push(`pending:${queue}`)
  topics.push(`everyone:${queue}`)
  if (ticket.queueId !== null) topics.push('everyone')
  return topics
}

/** Mirrors `canSeeTicket`. Broader topics replace narrower ones. */
export function topicsOfActor(actor: Actor): string[] {
  if (isAdmin(actor)) return ['admin']
  const topics = ['plain', `owner:${actor.userId}`]
  const ordinary = actor.allUserChat ? 'everyone' : 'pending'
  const everyQueue = actor.allUserChat && actor.allHistoric
  const queues = everyQueue ? [''] : actor.queueIds.map((id) => `:${id}`)
  if (actor.allTicket) topics.push(`${ordinary}:none`)
  if (actor.allowGroup) topics.push('group:none', ...queues.map((queue) => `group${queue}`))
  return [...topics, ...queues.map((queue) => `${ordinary}${queue}`)]
}
