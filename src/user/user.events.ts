declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'user.created': { userId: number; name: string }
    /** `fields` lists the changed fields without values, because the log keeps its entries for long. */
    'user.changed': { userId: number; fields: string[] }
    /** Recorded before queues and tickets change. */
    'user.deleted': { userId: number; name: string }
  }
}

export {}
