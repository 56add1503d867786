declare module '../kernel/event-log' {
  interface RequiredSubjects {
    schedule: 'contactId'
  }

  interface EventPayloads {
    'schedule.created': { scheduleId: number }
    'schedule.updated': { scheduleId: number }
    /** Its time had come: written as a message, which is sent next. */
    'schedule.due': { scheduleId: number; messageId: number }
    /** The provider took the message. */
    'schedule.sent': { scheduleId: number }
    'schedule.failed': { scheduleId: number; error: string }
    'schedule.deleted': { scheduleId: number }
    /** They followed a contact that was merged, or went back with it. */
    'schedule.contactChanged': { scheduleIds: number[] }
  }
}

export {}
