import type { NewerTicket, TicketRemoval, TicketView } from '../../src/ticket/ticket.answers'

/** The conversation's ticket with what changed of it. An active one has none that is newer. */
export function withChanges(ticket: TicketView, changed: TicketView): TicketView {
  const merged = { ...ticket, ...changed }
  return merged.status === 'closed' ? merged : { ...merged, newerTicket: null }
}

/** Another ticket changed: a closed conversation notes where its contact goes on. */
export function withNewerTicket(ticket: TicketView, other: TicketView): TicketView {
  const isSameChat = other.contactId === ticket.contactId && other.whatsappId === ticket.whatsappId
  const isKnown = other.id === ticket.newerTicket?.id
  if (ticket.status !== 'closed' || !isSameChat || (other.status === 'closed' && !isKnown)) return ticket
  const { id, uuid, status, user, queue } = other
  return { ...ticket, newerTicket: { id, uuid, status, user, queue } }
}

/** Another ticket left this person's screens. */
export function withoutTicket(ticket: TicketView, id: number, gone: TicketRemoval): TicketView {
  const newer = ticket.newerTicket
  if (newer?.id !== id) return ticket
  return { ...ticket, newerTicket: gone.reason === 'deleted' ? null : afterGone(newer, gone) }
}

function afterGone(newer: NewerTicket, gone: Exclude<TicketRemoval, { reason: 'deleted' }>): NewerTicket {
  if (gone.reason === 'closed') return { ...newer, status: gone.status }
  const { status, user, queue } = gone
  return { ...newer, uuid: null, status, user, queue }
}
