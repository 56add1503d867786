declare module '../kernel/event/event-log' {
  interface RequiredSubjects {
    message: 'messageId' | 'ticketId'
  }

  interface EventPayloads {
    'message.received': object
    /** Written by a user here, on the paired phone, or automatically. */
    'message.sent': { by: MessageWriter; isPrivate?: true }
    /** The displayed content of a message changed. */
    /** `mentioned`, `unmentioned`: users whose mention an edit of a private note added or removed. */
    'message.changed': {
      what: 'text' | 'file' | 'reaction' | 'call' | 'transcription'
      mentioned?: number[]
      unmentioned?: number[]
    }
    /** `isUnconfirmed`: it failed, but the provider may have received it. */
    'message.delivered': { ack: number; isUnconfirmed?: boolean }
    'message.deleted': object
    /** Messages of a bot that were not sent are gone, because a person or another bot took over. */
    'ticket.messagesWithdrawn': object
    /** Moved with their ticket `fromTicketId` into the subject. */
    'ticket.messagesMoved': { fromTicketId: number; messageIds: number[] }
    /**
     * Changes to what the author of a merged contact did outside of their own tickets: group messages and reactions.
     */
    'contact.authorChanged': AuthorChange
  }
}

type MessageWriter = 'person' | 'phone' | 'automation'

export interface AuthorChange {
  fromContactId: number
  messageIds: number[]
  reactedIds: number[]
  /** Reactions of the removed contact on messages where both had reacted. */
  dropped: { messageId: number; emoji: string; at: number }[]
}
