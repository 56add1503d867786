declare module '../kernel/event-log' {
  interface EventPayloads {
    'connection.created': { connectionId: number }
    'connection.updated': { connectionId: number }
    /** Recorded while the connection is still there, so that whoever runs it can let it go. */
    'connection.deleted': { connectionId: number; channel: string; name: string }
  }
}

export {}
