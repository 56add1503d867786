declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'notification.created': { notificationId: number; userId: number }
    /** Read, or their cause removed. */
    'notification.deleted': { userId: number; notificationIds: number[] }
  }
}

export {}
