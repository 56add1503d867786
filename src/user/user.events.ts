declare module '../kernel/event-log' {
  interface EventPayloads {
    'user.created': { userId: number; name: string }
    /** `fields` names what changed, never to what: the log outlives passwords and addresses. */
    'user.changed': { userId: number; fields: string[] }
    /** Recorded while the user, their queues and their tickets are still there. */
    'user.deleted': { userId: number; name: string }
  }
}

export {}
