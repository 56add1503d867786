import { hidesNumbers } from '../contact/number/mask-number'
import { type Actor, isAdmin } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { maskTicket } from './list/present-ticket'
import type { TicketView } from './ticket.answers'
import type { TicketAssignment } from './ticket.policy'

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

/**
 * One message for all, or two where the company hides numbers: complete for admins, masked for agents. `ticket` must be
 * presented for the system actor.
 */
export function forEachAudience(ctx: CompanyContext, topics: readonly string[], ticket: TicketView) {
  if (!hidesNumbers(ctx)) return [{ topics: [...topics], ticket }]
  const plain = topics.filter((topic) => topic !== 'admin')
  const masked = maskTicket(ctx, ticket)
  return [
    { topics: ['admin'], ticket },
    { topics: plain, ticket: masked },
  ].filter((part) => part.topics.length > 0)
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
