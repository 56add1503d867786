import type { TagId, TicketId } from '../kernel/ids'

declare module '../kernel/job/jobs' {
  interface JobPayloads {
    /** The contact may have been silent for the lane's time. */
    'lane.advance': { ticketId: TicketId }
    /** The lane's remarketing message is due; `enteredAt` identifies the stay in the lane. */
    'lane.remarket': { ticketId: TicketId; tagId: TagId; enteredAt: number }
    /** The lane was changed, so all of its tickets are checked again: those after the given one, a batch at a time. */
    'lane.watch': { tagId: TagId; after?: TicketId }
  }
}

export {}
