import type { ConnectionId, QueueId, TicketId } from '../../kernel/ids'

declare module '../../kernel/jobs' {
  interface JobPayloads {
    /** Nobody answered the question for a rating. */
    'ticket.ratingExpires': { ticketId: TicketId }
    /** Nobody has written on an open ticket for a while. */
    'ticket.inactivity': { ticketId: TicketId }
    'connection.inactivity': { connectionId: ConnectionId }
    /** The contact has not chosen a queue. */
    'ticket.redirect': { ticketId: TicketId }
    /** It waits for nobody, or for somebody who has not accepted it. */
    'ticket.route': { ticketId: TicketId; byChance: boolean }
    /** Its members' phones are told of a ticket. */
    'queue.notify': { ticketId: TicketId; queueId: QueueId }
  }
}

export {}
