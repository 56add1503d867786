import './tag.calls'

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'tag.ticketsRemoved': { tagId: number; tickets: number }
    /** Lanes whose position on the board changed. */
    'tag.lanesMoved': { tagIds: number[] }
    'contact.tagsChanged': { added: number[]; removed: number[] }
    /** A ticket entered, changed or left a lane; `isReturn`: moved to the rollback lane by the contact's answer. */
    'ticket.laneChanged': { fromTagIds: number[]; toTagId: number | null; isReturn?: true }
  }
}
