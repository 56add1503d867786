import type { TicketView } from '../../../src/ticket/ticket.answers'
import { withContactTags } from '../../ticket/ticket-tags'
import { inboxListNames, type InboxListName } from '../filter/inbox-query'
import type { TicketList } from '../state/ticket-list-model'

export function findListedTicket(
  { list }: { list: (name: InboxListName) => TicketList },
  uuid: string,
): TicketView | undefined {
  for (const name of inboxListNames) {
    const found = list(name).items.value.find((ticket) => ticket.uuid === uuid)
    if (found) return found
  }
  return undefined
}

export function readTicket(ticket: TicketView): TicketView {
  return ticket.unreadMessages === 0 ? ticket : { ...ticket, unreadMessages: 0 }
}

export function withContact(ticket: TicketView, contact: Partial<TicketView['contact']> & { id: number }): TicketView {
  if (ticket.contactId !== contact.id) return ticket
  const { name, urlPicture, number, active, tags } = { ...ticket.contact, ...contact }
  return {
    ...ticket,
    tags: withContactTags(ticket.tags, contact.tags),
    contact: { ...ticket.contact, name, urlPicture, number, active, tags },
  }
}
