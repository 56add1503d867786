declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'connection.created': { connectionId: number }
    'connection.updated': { connectionId: number }
    'connection.warningEnded': { connectionId: number }
    'connection.messagesImported': { connectionId: number }
    /** Recorded while the connection still exists, so that its session can be closed. */
    'connection.deleted': { connectionId: number; channel: string; name: string }
  }
}

export {}
