import type { TagId, TicketId } from '../kernel/ids'

declare module '../kernel/job/jobs' {
  interface JobPayloads {
    /** The contact may have been silent for the lane's time. */
    'lane.advance': { ticketId: TicketId }
    /** The lane's remarketing message is due; `enteredAt` identifies the stay in the lane. */
    'lane.remarket': { ticketId: TicketId; tagId: TagId; enteredAt: number }
    /** The lane was changed, so its tickets after the given one are checked again, in batches. */
    'lane.watch': { tagId: TagId; after?: TicketId }
  }
}

export {}
