declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'connection.created': { connectionId: number }
    'connection.updated': { connectionId: number }
    /** The provider no longer warns of the connection, by its own word or since it delivers again. */
    'connection.warningEnded': { connectionId: number }
    /** An import of old messages has ended. */
    'connection.messagesImported': { connectionId: number }
    /** Recorded while the connection still exists, so that its session can be closed. */
    'connection.deleted': { connectionId: number; channel: string; name: string }
  }
}

export {}
