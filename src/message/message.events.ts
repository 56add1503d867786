declare module '../kernel/event-log' {
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
  }
}

export type MessageWriter = 'person' | 'phone' | 'automation'
