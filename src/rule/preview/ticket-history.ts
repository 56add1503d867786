import type { Opened } from '../../kernel/database/statement'
import { isEvent, type RecordedEvent } from '../../kernel/event/event-log'
import type { ContactId, TicketId } from '../../kernel/ids'
import { findTicketFacts, tagsOf, type TicketFacts } from '../judge/rule-facts.view'
import { moveOf } from '../trigger/changes'

type State = Pick<TicketFacts, 'status' | 'queueId' | 'userId' | 'priority'>
type TagChange = { number: number; added: readonly number[]; removed: readonly number[] }

/**
 * Tickets as they were while the events are walked through: status, queue, agent, priority and the contact's tags. All else is
 * as it is now.
 */
export function createTicketHistory(opened: Opened, events: readonly RecordedEvent[]) {
  const present = new Map<TicketId, TicketFacts | undefined>()
  const state = new Map<TicketId, Partial<State>>()
  const born = new Set<TicketId>()
  const tagChanges = new Map<ContactId, TagChange[]>()
  const tags = new Map<ContactId, Set<number>>()

  for (const event of events) {
    const { ticketId, contactId, number } = event
    if (isEvent(event, 'contact.tagsChanged') && contactId !== undefined) {
      const changes = tagChanges.get(contactId) ?? []
      tagChanges.set(contactId, [...changes, { number, ...event.data }])
    }
    if (ticketId === undefined) continue
    const known = state.get(ticketId) ?? {}
    if (isEvent(event, 'ticket.created')) born.add(ticketId)
    const before = moveOf(event)?.before
    if (before && known.status === undefined && !born.has(ticketId)) state.set(ticketId, { ...known, ...place(before) })
    if (isEvent(event, 'ticket.priorityChanged') && known.priority === undefined) {
      state.set(ticketId, { ...state.get(ticketId), priority: event.data.fromPriority })
    }
  }

  function factsNow(id: TicketId): TicketFacts | undefined {
    if (!present.has(id)) present.set(id, findTicketFacts(opened, id))
    return present.get(id)
  }

  return {
    factsNow,
    /** Undefined when it was deleted since. */
    factsOf(id: TicketId): TicketFacts | undefined {
      const facts = factsNow(id)
      return facts && { ...facts, ...state.get(id) }
    },
    /** Whether its first event in the time is its creation. */
    isBorn: (id: TicketId) => born.has(id),
    tagsOf(ticket: TicketFacts, number: number): ReadonlySet<number> {
      const { contactId } = ticket
      let own = tags.get(contactId)
      if (!own) {
        own = tagsOf(opened, ticket)
        const later = (tagChanges.get(contactId) ?? []).filter((change) => change.number > number)
        for (const { added, removed } of later.reverse()) changeSet(own, removed, added)
        tags.set(contactId, own)
      }
      return own
    },
    /** The event has happened. */
    follow(event: RecordedEvent) {
      const { ticketId, contactId } = event
      if (isEvent(event, 'contact.tagsChanged') && contactId !== undefined) {
        const own = tags.get(contactId)
        if (own) changeSet(own, event.data.added, event.data.removed)
      }
      if (ticketId === undefined) return
      const after = isEvent(event, 'ticket.created') ? event.data.after : moveOf(event)?.after
      if (after) state.set(ticketId, { ...state.get(ticketId), ...place(after) })
      if (isEvent(event, 'ticket.priorityChanged')) {
        state.set(ticketId, { ...state.get(ticketId), priority: event.data.priority })
      }
    },
  }
}

const place = ({ status, queueId, userId }: Pick<State, 'status' | 'queueId' | 'userId'>) => ({
  status,
  queueId,
  userId,
})

function changeSet(set: Set<number>, added: readonly number[], removed: readonly number[]) {
  for (const id of removed) set.delete(id)
  for (const id of added) set.add(id)
}
