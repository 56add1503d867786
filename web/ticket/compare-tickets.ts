import type { TicketView } from '../../src/ticket/ticket.answers'

export type SortOrder = 'ASC' | 'DESC'

/** Compares by last change, like the server. */
export function compareTickets(sort: SortOrder) {
  const sign = sort === 'ASC' ? 1 : -1
  return (a: TicketView, b: TicketView) =>
    sign * (a.updatedAt < b.updatedAt ? -1 : a.updatedAt > b.updatedAt ? 1 : a.id - b.id)
}
