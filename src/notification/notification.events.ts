declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'notification.created': { notificationId: number; userId: number }
    'notification.deleted': { userId: number; notificationIds: number[] }
  }
}

export {}
