import type { ConnectionId, TicketId } from '../kernel/ids'

declare module '../kernel/jobs' {
  interface JobPayloads {
    /** Nobody answered the question for a rating. */
    'ticket.ratingExpires': { ticketId: TicketId }
    /** Nobody has written on an open ticket for a while. */
    'ticket.inactivity': { ticketId: TicketId }
    'connection.inactivity': { connectionId: ConnectionId }
    /** The contact has not chosen a queue. */
    'ticket.redirect': { ticketId: TicketId }
  }
}

export {}
