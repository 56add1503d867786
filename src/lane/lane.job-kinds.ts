import type { TagId, TicketId } from '../kernel/ids'

declare module '../kernel/jobs' {
  interface JobPayloads {
    /** The contact may have been silent for as long as the lane allows. */
    'lane.advance': { ticketId: TicketId }
    /** The lane's later message is due; `enteredAt` tells which stay in the lane is meant. */
    'lane.remarket': { ticketId: TicketId; tagId: TagId; enteredAt: number }
    /** After the lane was changed: all of its tickets are looked at anew. */
    'lane.watch': { tagId: TagId }
  }
}

export {}
