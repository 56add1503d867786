import { type Actor, isAdmin, type UserActor } from '../kernel/actor'
import type { TicketPlace } from './ticket.policy'

/**
 * Who is told about a ticket standing there. The names are minted here only:
 * `admin` hears everything; `owner:{id}` one's own (not `user:{id}`, which admins have as well, so that what is masked
 * for plain users never reaches an admin twice); `pending:{queue|none}` what is nobody's; `group:{queue|none}` groups;
 * `everyone:{queue|none}` and `everyone` (all queues) what others answer, for those who may read it.
 */
export function ticketTopics(ticket: TicketPlace): string[] {
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

/** The topics about tickets and contacts that a person's socket subscribes to. Mirrors `canSeeTicket`. */
export function topicsOfActor(actor: Actor): string[] {
  if (isAdmin(actor)) return ['admin']
  const person = actor as UserActor
  const topics = ['plain', `owner:${person.userId}`]
  for (const queueId of person.queueIds) {
    topics.push(`pending:${queueId}`)
    if (person.allowGroup) topics.push(`group:${queueId}`)
    if (person.allUserChat) topics.push(`everyone:${queueId}`)
  }
  if (person.allTicket) topics.push('pending:none')
  if (person.allTicket && person.allUserChat) topics.push('everyone:none')
  if (person.allowGroup) topics.push('group:none')
  if (person.allUserChat && person.allHistoric) topics.push('everyone', ...(person.allowGroup ? ['group'] : []))
  return topics
}
