import { type Actor, isAdmin, type UserActor } from '../kernel/actor'
import type { TicketAssignment } from './ticket.policy'

/**
 * Who is told about a ticket standing there. The names are minted here only:
 * `admin` hears everything; `owner:{id}` one's own (not `user:{id}`, which admins have as well, so that what is masked
 * for plain users never reaches an admin twice); `pending:{queue|none}` what is nobody's; `group:{queue|none}` groups;
 * `everyone:{queue|none}` and `everyone` (all queues) what others answer, for those who may read it.
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
 * The topics about tickets and contacts that a person's socket subscribes to. Mirrors `canSeeTicket`. A wider topic stands
 * in place of those it holds, as each of them would bring the same news once more.
 */
export function topicsOfActor(actor: Actor): string[] {
  if (isAdmin(actor)) return ['admin']
  const person = actor as UserActor
  const topics = ['plain', `owner:${person.userId}`]
  const ordinary = person.allUserChat ? 'everyone' : 'pending'
  const everyQueue = person.allUserChat && person.allHistoric
  const queues = everyQueue ? [''] : person.queueIds.map((id) => `:${id}`)
  if (person.allTicket) topics.push(`${ordinary}:none`)
  if (person.allowGroup) topics.push('group:none', ...queues.map((queue) => `group${queue}`))
  return [...topics, ...queues.map((queue) => `${ordinary}${queue}`)]
}
