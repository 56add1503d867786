declare module '../kernel/event/event-log' {
  interface RequiredSubjects {
    schedule: 'contactId'
  }

  interface EventPayloads {
    'schedule.created': { scheduleId: number }
    'schedule.updated': { scheduleId: number }
    'schedule.due': { scheduleId: number; messageId: number }
    'schedule.sent': { scheduleId: number }
    'schedule.failed': { scheduleId: number; error: string }
    'schedule.deleted': { scheduleId: number }
    'schedule.contactChanged': { scheduleIds: number[] }
  }
}

export {}
