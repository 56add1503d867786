import type { TicketView } from '../../src/ticket/ticket.answers'

/** By the last change; `WAIT`: who has waited longest comes first; `DUE`: whose promise is due next. */
export const sortOrders = ['ASC', 'DESC', 'WAIT', 'DUE'] as const
export type SortOrder = (typeof sortOrders)[number]

/** As the server orders tickets without a due time. */
const never = '9999-12-31T23:59:59.999Z'

export function sortTimeOf(ticket: Pick<TicketView, 'updatedAt' | 'waitingSince' | 'due'>, sort: SortOrder) {
  if (sort === 'DUE') return ticket.due?.at ?? never
  return sort === 'WAIT' ? (ticket.waitingSince ?? ticket.updatedAt) : ticket.updatedAt
}

export function compareTickets(sort: SortOrder) {
  const sign = sort === 'DESC' ? -1 : 1
  return (a: TicketView, b: TicketView) => {
    const [one, other] = [sortTimeOf(a, sort), sortTimeOf(b, sort)]
    return sign * (one < other ? -1 : one > other ? 1 : a.id - b.id)
  }
}
