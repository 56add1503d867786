import type { CompanyContext } from '../kernel/company/company-context'
import { type EventType, isEvent, type RecordedEvent } from '../kernel/event/event-log'
import type { TicketId } from '../kernel/ids'
import type { LiveMessage, LivePresenter } from '../kernel/live/live'
import { forEachAudience, presentTicket, presentTickets } from './list/present-ticket.view'
import type { TicketRemoval } from './ticket.answers'
import { type TicketAssignment, ticketTopics } from './ticket.policy'
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
  'ticket.priorityChanged',
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

/** One message per audience; users who can no longer see the ticket get only its removal and owner. A replay gives the same. */
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
