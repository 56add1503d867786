declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'ticket.remarketingSkipped': { tagId: number; error: string }
  }
}

export {}
