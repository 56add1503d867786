declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'user.created': { userId: number; name: string }
    /** Without values: the log is kept for long. */
    'user.changed': { userId: number; fields: string[] }
    /** Recorded before queues and tickets change. */
    'user.deleted': { userId: number; name: string }
  }
}

export {}
