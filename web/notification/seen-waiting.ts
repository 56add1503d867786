import type { TicketView } from '../../src/ticket/ticket.answers'

/** Until when the user has seen who waits, kept in this browser. Times are the server's. */
interface SeenWaiting {
  isNew(ticket: TicketView): boolean
  /** Everything that waits now was there before this browser counted. */
  begin(tickets: readonly TicketView[]): void
  see(tickets: readonly TicketView[]): void
}

export function createSeenWaiting(key: string, storage: Pick<Storage, 'getItem' | 'setItem'>): SeenWaiting {
  /** Undefined before anything was loaded. */
  let until = storage.getItem(key) ?? undefined

  /** Tickets that do not wait count for nothing. */
  function see(tickets: readonly TicketView[]) {
    if (tickets.some(({ waitingSince }) => waitingSince !== undefined)) keep(tickets)
  }

  function keep(tickets: readonly TicketView[]) {
    const latest = tickets.reduce(
      (last, { waitingSince = '' }) => (waitingSince > last ? waitingSince : last),
      until ?? '',
    )
    if (latest === until) return
    until = latest
    storage.setItem(key, latest)
  }

  return {
    isNew: ({ waitingSince = '' }) => until === undefined || waitingSince > until,
    begin(tickets) {
      if (until === undefined) keep(tickets)
    },
    see,
  }
}
