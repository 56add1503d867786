import { hidesNumbers } from '../contact/mask-number'
import type { CompanyContext } from '../kernel/company-context'
import { type EventType, isEvent, type RecordedEvent } from '../kernel/event-log'
import type { TicketId } from '../kernel/ids'
import type { LiveMessage, LivePresenter } from '../kernel/live'
import { maskTicket, presentTicket, presentTickets } from './present-ticket'
import type { TicketRemoval, TicketView } from './ticket.contract'
import './ticket.events'
import type { TicketAssignment } from './ticket.policy'
import { findTicketRow } from './ticket.queries'
import { ticketTopics } from './ticket-topics'

/** Events after which a row looks different. Looking at a ticket and writing on it are told elsewhere. */
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
  'ticket.updated',
  'ticket.merged',
  'ticket.unmerged',
  'ticket.contactChanged',
])

interface Changes {
  /** Of the first of them: whoever has seen it has heard of all. */
  number: number
  changed: boolean
  read: boolean
  /** Where it stood before each of the changes. */
  before: TicketAssignment[]
  /** The status it had when it was closed. */
  closedFrom?: TicketAssignment
  deleted: boolean
  /** Nobody has heard of it yet, wherever it stood on the way. */
  created: boolean
}

const unchanged = { changed: false, read: false, deleted: false, created: false }

/**
 * What browsers are told of a ticket: one message for each audience, however many events a command recorded. Whoever saw
 * it before and no longer does hears only that it is gone, and who has it. Nothing here depends on more than the events and the ticket as
 * it is now, so that a client that was away is told the same.
 */
export const ticketLive: LivePresenter = (ctx, events) => {
  const byTicket = new Map<TicketId, Changes>()
  for (const event of events) gather(byTicket, event)
  return [...byTicket].flatMap(([ticketId, changes]) => present(ctx, ticketId, changes))
}

function gather(byTicket: Map<TicketId, Changes>, event: RecordedEvent) {
  const { ticketId, number } = event
  if (ticketId === undefined || isSilent(event)) return
  const deleted = isEvent(event, 'ticket.deleted')
  const read = isEvent(event, 'ticket.read')
  if (!deleted && !read && !changing.has(event.type)) return
  const changes = byTicket.get(ticketId) ?? { ...unchanged, number, before: [] }
  byTicket.set(ticketId, changes)
  changes.deleted ||= deleted
  changes.created ||= isEvent(event, 'ticket.created')
  changes.read ||= read
  changes.changed ||= !deleted && !read
  const { before } = event.data as { before?: TicketAssignment }
  if (before) changes.before.push(before)
  if (isEvent(event, 'ticket.closed')) changes.closedFrom = event.data.before
  if (isEvent(event, 'ticket.merged')) changes.before.push(event.data.into)
}

/** The record that keeps a blocked contact's words, or an imported past, disturbs nobody. */
function isSilent(event: RecordedEvent) {
  return isEvent(event, 'ticket.created') && event.data.silent === true
}

function present(ctx: CompanyContext, ticketId: TicketId, changes: Changes): LiveMessage[] {
  const { number } = changes
  const before = changes.created && !changes.deleted ? [] : changes.before
  const ticket = findTicketRow(ctx, ticketId)
  const earlier = [...new Set(before.flatMap(ticketTopics))]
  const gone = (topics: string[], news: () => TicketRemoval): LiveMessage[] =>
    topics.length === 0 ? [] : [{ topics, event: 'ticket', number, data: { action: 'delete', ticketId, ...news() } }]
  if (!ticket) return changes.deleted ? gone(earlier, () => ({ reason: 'deleted' })) : []
  const topics = ticketTopics(ticket)
  const lost = earlier.filter((topic) => !topics.includes(topic))
  const messages = gone(lost, () => ({ reason: 'moved', ...whereItIs(ctx, ticketId) }))
  // A closed ticket leaves its tab on every screen; the status tells a screen that shows it which tab that was.
  const { closedFrom } = changes
  if (closedFrom && ticket.status === 'closed') {
    messages.push(
      ...gone(
        earlier.filter((topic) => topics.includes(topic)),
        () => ({ reason: 'closed', status: closedFrom.status }),
      ),
    )
  }
  if (changes.changed) return [...messages, ...ticketMessages(ctx, ticketId, topics, changes)]
  return [...messages, { topics, event: 'ticket', number, data: { action: 'updateUnread', ticketId } }]
}

/** Who has it now, and nothing of what is written on it. */
function whereItIs(ctx: CompanyContext, ticketId: TicketId) {
  const { status, userId, user, queueId, queue } = presentTicket(ctx, ticketId)
  return { status, userId, user, queueId, queue }
}

function ticketMessages(ctx: CompanyContext, ticketId: TicketId, topics: string[], changes: Changes): LiveMessage[] {
  const [ticket] = presentTickets(ctx, [ticketId])
  if (!ticket) return []
  return forEachAudience(ctx, topics, ticket).map((part) => ({
    topics: part.topics,
    event: 'ticket',
    number: changes.number,
    data: { action: changes.created ? 'create' : 'update', ticketId, ticket: part.ticket },
  }))
}

/**
 * One message for all, or two where the company hides numbers from plain users: whole for admins, masked for the rest.
 * `ticket` must have been presented for the product itself.
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
