declare module '../kernel/event-log' {
  interface RequiredSubjects {
    schedule: 'contactId'
  }

  interface EventPayloads {
    'schedule.created': { scheduleId: number }
    'schedule.updated': { scheduleId: number }
    /** It was due: stored as a message, which is sent next. */
    'schedule.due': { scheduleId: number; messageId: number }
    /** The provider accepted the message. */
    'schedule.sent': { scheduleId: number }
    'schedule.failed': { scheduleId: number; error: string }
    'schedule.deleted': { scheduleId: number }
    /** Moved with a contact that was merged, or back. */
    'schedule.contactChanged': { scheduleIds: number[] }
  }
}

export {}
