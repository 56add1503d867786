import type { TicketView } from '../../src/ticket/ticket.answers'

/** By the last change; `WAIT`: who has waited longest comes first. */
export const sortOrders = ['ASC', 'DESC', 'WAIT'] as const
export type SortOrder = (typeof sortOrders)[number]

export function sortTimeOf(ticket: Pick<TicketView, 'updatedAt' | 'waitingSince'>, sort: SortOrder) {
  return sort === 'WAIT' ? (ticket.waitingSince ?? ticket.updatedAt) : ticket.updatedAt
}

export function compareTickets(sort: SortOrder) {
  const sign = sort === 'DESC' ? -1 : 1
  return (a: TicketView, b: TicketView) => {
    const [one, other] = [sortTimeOf(a, sort), sortTimeOf(b, sort)]
    return sign * (one < other ? -1 : one > other ? 1 : a.id - b.id)
  }
}
