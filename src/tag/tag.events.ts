import type { RecordPayloads } from '../kernel/company-records'

declare module '../kernel/event-log' {
  interface EventPayloads extends RecordPayloads<'tag'> {
    /** Every ticket was taken out of the lane at once. */
    'tag.ticketsRemoved': { tagId: number; tickets: number }
    'contact.tagsChanged': { added: number[]; removed: number[] }
    /** A card was moved, put on the board or taken off it; `isReturn`: back to the lane for contacts who answer. */
    'ticket.laneChanged': { fromTagIds: number[]; toTagId: number | null; isReturn?: true }
  }
}
