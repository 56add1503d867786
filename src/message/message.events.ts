declare module '../kernel/event/event-log' {
  interface RequiredSubjects {
    message: 'messageId' | 'ticketId'
  }

  interface EventPayloads {
    'message.received': object
    /** By a user here, on the phone, or automatically. */
    'message.sent': { by: MessageWriter; isPrivate?: true }
    /** The displayed content of a message changed. */
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
    /** With their ticket `fromTicketId` into the subject. */
    'ticket.messagesMoved': { fromTicketId: number; messageIds: number[] }
    'contact.authorChanged': AuthorChange
  }
}

type MessageWriter = 'person' | 'phone' | 'automation'

export interface AuthorChange {
  fromContactId: number
  messageIds: number[]
  reactedIds: number[]
  /** Of the removed contact, where both had reacted. */
  dropped: { messageId: number; emoji: string; at: number }[]
}
