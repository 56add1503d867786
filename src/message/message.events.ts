declare module '../kernel/event-log' {
  interface RequiredSubjects {
    message: 'messageId' | 'ticketId'
  }

  interface EventPayloads {
    /** A contact wrote. */
    'message.received': object
    /** We wrote: a person here, somebody on the paired phone, or the product by itself. */
    'message.sent': { by: MessageWriter; isPrivate?: true }
    /** What a message shows changed. */
    'message.changed': { what: 'text' | 'file' | 'reaction' | 'call' }
    /** How far a message of ours has come. */
    'message.delivered': { ack: number }
    'message.deleted': object
    /** They followed their ticket, the one named first, into the subject. */
    'ticket.messagesMoved': { fromTicketId: number; messageIds: number[] }
    /** What the author of a merged contact had done outside of their own tickets: messages in groups, and reactions. */
    'contact.authorChanged': AuthorChange
  }
}

export type MessageWriter = 'person' | 'phone' | 'automation'

export interface AuthorChange {
  fromContactId: number
  messageIds: number[]
  /** Messages reacted to. */
  reactedIds: number[]
  /** Where both had reacted, what the one that went had said. */
  dropped: { messageId: number; emoji: string; at: number }[]
}
