declare module '../kernel/event-log' {
  interface EventPayloads {
    'ticket.remarketingSkipped': { tagId: number; error: string }
  }
}

export {}
