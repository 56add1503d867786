declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'notification.created': { notificationId: number; userId: number }
    /** The user read them, or their cause was removed. */
    'notification.deleted': { userId: number; notificationIds: number[] }
  }
}

export {}
