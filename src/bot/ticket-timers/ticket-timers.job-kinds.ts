import type { ConnectionId, QueueId, TicketId } from '../../kernel/ids'

declare module '../../kernel/jobs' {
  interface JobPayloads {
    /** The rating question was not answered. */
    'ticket.ratingExpires': { ticketId: TicketId }
    'ticket.inactivity': { ticketId: TicketId }
    'connection.inactivity': { connectionId: ConnectionId }
    /** The contact has not chosen a queue. */
    'ticket.redirect': { ticketId: TicketId }
    /** It is unassigned, or offered to a member who has not accepted it. */
    'ticket.route': { ticketId: TicketId; byChance: boolean }
    'queue.notify': { ticketId: TicketId; queueId: QueueId }
  }
}

export {}
