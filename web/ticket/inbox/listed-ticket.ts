import type { TicketView } from '../../../src/ticket/ticket.contract'

export function readTicket(ticket: TicketView): TicketView {
  return ticket.unreadMessages === 0 ? ticket : { ...ticket, unreadMessages: 0 }
}

export function withContact(ticket: TicketView, contact: Partial<TicketView['contact']> & { id: number }): TicketView {
  if (ticket.contactId !== contact.id) return ticket
  const { name, urlPicture, number, active } = { ...ticket.contact, ...contact }
  return { ...ticket, contact: { ...ticket.contact, name, urlPicture, number, active } }
}
