import type { NewerTicket, TicketRemoval, TicketView } from '../../../src/ticket/ticket.answers'

/** Returns the conversation's ticket with a change. An active ticket has no newer one. */
export function withChanges(ticket: TicketView, changed: TicketView): TicketView {
  const merged = { ...ticket, ...changed }
  return merged.status === 'closed' ? merged : { ...merged, newerTicket: null }
}

/** Applies a change of another ticket: a closed conversation records its contact's newer one. */
export function withNewerTicket(ticket: TicketView, other: TicketView): TicketView {
  const isSameChat = other.contactId === ticket.contactId && other.whatsappId === ticket.whatsappId
  const isKnown = other.id === ticket.newerTicket?.id
  if (ticket.status !== 'closed' || !isSameChat || (other.status === 'closed' && !isKnown)) return ticket
  const { id, uuid, status, user, queue } = other
  return { ...ticket, newerTicket: { id, uuid, status, user, queue } }
}

/** Applies the removal of another ticket. */
export function withoutTicket(ticket: TicketView, id: number, removal: TicketRemoval): TicketView {
  const newer = ticket.newerTicket
  if (newer?.id !== id) return ticket
  return { ...ticket, newerTicket: removal.reason === 'deleted' ? null : afterRemoval(newer, removal) }
}

function afterRemoval(newer: NewerTicket, removal: Exclude<TicketRemoval, { reason: 'deleted' }>): NewerTicket {
  if (removal.reason === 'closed') return { ...newer, status: removal.status }
  const { status, user, queue } = removal
  return { ...newer, uuid: null, status, user, queue }
}
