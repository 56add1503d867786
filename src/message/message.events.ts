declare module '../kernel/event/event-log' {
  interface RequiredSubjects {
    message: 'messageId' | 'ticketId'
  }

  interface EventPayloads {
    'message.received': object
    'message.sent': { by: MessageWriter; isPrivate?: true }
    /** Users whose mention an edit added or removed. */
    'message.changed': {
      what: 'text' | 'file' | 'reaction' | 'call' | 'transcription'
      mentioned?: number[]
      unmentioned?: number[]
    }
    /** `isUnconfirmed`: failed, but perhaps received. */
    'message.delivered': { ack: number; isUnconfirmed?: boolean }
    'message.deleted': object
    /** A person or another bot took over. */
    'ticket.messagesWithdrawn': object
    'ticket.messagesMoved': { fromTicketId: number; messageIds: number[] }
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
