import type { ConnectionId, QueueId, TicketId } from '../../kernel/ids'

declare module '../../kernel/job/jobs' {
  interface JobPayloads {
    'ticket.ratingExpires': { ticketId: TicketId }
    'ticket.inactivity': { ticketId: TicketId }
    'connection.inactivity': { connectionId: ConnectionId }
    'ticket.redirect': { ticketId: TicketId }
    'ticket.route': { ticketId: TicketId; byChance: boolean }
    'queue.notify': { ticketId: TicketId; queueId: QueueId }
  }
}

export {}
