import type { TicketView } from '../../src/ticket/ticket.answers'
import { type NamedTag, type TagEvent, withTagChange } from '../contact/tag-change'

/** Applies a renamed or deleted tag. Returns the same ticket if it does not have that tag. */
export function withTagOfTicket<Ticket extends Pick<TicketView, 'tags' | 'contact'>>(
  ticket: Ticket,
  event: TagEvent,
): Ticket {
  const tags = withTagChange(ticket.tags, event)
  if (tags === ticket.tags) return ticket
  return { ...ticket, tags, contact: { ...ticket.contact, tags: withTagChange(ticket.contact.tags, event) } }
}

export function withContactTags(tags: TicketView['tags'], changed: readonly NamedTag[] | undefined) {
  if (!changed) return tags
  const own = changed.map(({ id, name, color }) => ({ id, name, color, kanban: false }))
  return [...own, ...tags.filter(({ kanban }) => kanban)]
}
