import { hidesNumbers } from '../contact/number/mask-number'
import { type Actor, isAdmin } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { type EventType, isEvent, type RecordedEvent } from '../kernel/event/event-log'
import type { TicketId } from '../kernel/ids'
import type { LiveMessage, LivePresenter } from '../kernel/live/live'
import { maskTicket, presentTicket, presentTickets } from './list/present-ticket.view'
import type { TicketRemoval, TicketView } from './ticket.answers'
import type { TicketAssignment } from './ticket.policy'
import { findTicketRow, type TicketRow } from './ticket.queries'

/** A ticket's row; others have their own. */
const changing: ReadonlySet<EventType> = new Set<EventType>([
  'ticket.created',
  'ticket.queued',
  'ticket.accepted',
  'ticket.returned',
  'ticket.transferred',
  'ticket.received',
  'ticket.closed',
  'ticket.ratingAwaited',
  'ticket.rated',
  'ticket.reopened',
  'ticket.closeUndone',
  'ticket.acceptUndone',
  'ticket.transferUndone',
  'ticket.botChanged',
  'ticket.seen',
  'ticket.snoozed',
  'ticket.awoken',
  'ticket.snoozeEnded',
  'ticket.updated',
  'ticket.merged',
  'ticket.unmerged',
  'ticket.contactChanged',
])

interface Changes {
  number: number
  changed: boolean
  read: boolean
  before: TicketAssignment[]
  closedFrom?: TicketAssignment
  deleted: boolean
  /** No client knows it yet. */
  created: boolean
  released: boolean
  byUserId: number | null
}

const unchanged = { changed: false, read: false, deleted: false, created: false, released: false }

/**
 * Publishes one message per audience, however many events a command recorded. Users who can no longer see the ticket get only
 * its removal and its owner. Depends only on the events and the ticket, so that a replay gives the same.
 */
export const ticketLive: LivePresenter = {
  on: (type) => changing.has(type) || type === 'ticket.deleted' || type === 'ticket.read',
  present: presentChanges,
}

function presentChanges(ctx: CompanyContext, events: readonly RecordedEvent[]) {
  const byTicket = new Map<TicketId, Changes>()
  for (const event of events) addChanges(byTicket, event)
  return [...byTicket].flatMap(([ticketId, changes]) => present(ctx, ticketId, changes))
}

function addChanges(byTicket: Map<TicketId, Changes>, event: RecordedEvent) {
  const { ticketId, number } = event
  if (ticketId === undefined || (isEvent(event, 'ticket.created') && event.data.silent === true)) return
  const deleted = isEvent(event, 'ticket.deleted')
  const read = isEvent(event, 'ticket.read')
  const changes = byTicket.get(ticketId) ?? { ...unchanged, number, before: [], byUserId: event.userId ?? null }
  byTicket.set(ticketId, changes)
  changes.deleted ||= deleted
  changes.created ||= isEvent(event, 'ticket.created')
  changes.read ||= read
  changes.released ||= isEvent(event, 'ticket.botChanged') && event.data.kind === null
  changes.changed ||= !deleted && !read
  if ('before' in event.data) changes.before.push(event.data.before)
  if (isEvent(event, 'ticket.closed')) changes.closedFrom = event.data.before
  if (isEvent(event, 'ticket.merged')) changes.before.push(event.data.into)
}

function present(ctx: CompanyContext, ticketId: TicketId, changes: Changes): LiveMessage[] {
  const { number } = changes
  const before = changes.created && !changes.deleted ? [] : changes.before
  const ticket = findTicketRow(ctx, ticketId)
  const earlier = [...new Set(before.flatMap(ticketTopics))]
  const removalMessages = (topics: string[], removal: () => TicketRemoval): LiveMessage[] =>
    topics.length === 0 ? [] : [{ topics, event: 'ticket', number, data: { action: 'delete', ticketId, ...removal() } }]
  if (!ticket) return changes.deleted ? removalMessages(earlier, () => ({ reason: 'deleted' })) : []
  const topics = ticketTopics(ticket)
  const lost = earlier.filter((topic) => !topics.includes(topic))
  const messages = removalMessages(lost, () => {
    // Returns the current owner, without anything of the conversation.
    const { status, userId, user, queueId, queue } = presentTicket(ctx, ticketId)
    return { reason: 'moved', status, userId, user, queueId, queue }
  })
  // The status identifies the tab it leaves.
  const { closedFrom } = changes
  if (closedFrom && ticket.status === 'closed') {
    messages.push(
      ...removalMessages(
        earlier.filter((topic) => topics.includes(topic)),
        () => ({ reason: 'closed', status: closedFrom.status }),
      ),
    )
  }
  if (!changes.changed)
    return [...messages, { topics, event: 'ticket', number, data: { action: 'updateUnread', ticketId } }]
  const action = changes.created ? 'create' : 'update'
  const waits = beganToWait(ticket, changes) && { beganToWait: { byUserId: changes.byUserId } }
  const audiences = presentTickets(ctx, [ticketId]).flatMap((view) => forEachAudience(ctx, topics, view))
  return [
    ...messages,
    ...audiences.map((part): LiveMessage => {
      return { topics: part.topics, event: 'ticket', number, data: { action, ticketId, ticket: part.ticket, ...waits } }
    }),
  ]
}

/** A bot's do not wait for an agent. */
function beganToWait({ status, isBot, queueId }: TicketRow, { created, released, before }: Changes) {
  if (status !== 'pending' || isBot) return false
  const [first] = before
  return created || released || (first !== undefined && (first.status !== 'pending' || first.queueId !== queueId))
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
