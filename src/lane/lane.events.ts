declare module '../kernel/event-log' {
  interface EventPayloads {
    /** A lane's later message was not sent, and is not tried again for this stay in the lane. */
    'ticket.remarketingSkipped': { tagId: number; error: string }
  }
}

export {}
