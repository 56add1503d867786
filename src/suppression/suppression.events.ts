declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'suppression.created': { suppressionId: number; source: 'optOut' | 'manual' }
    'suppression.deleted': { suppressionId: number; name: string }
    /** `added`: numbers added by a batch of an import. */
    'suppressions.imported': { added: number }
  }
}

export {}
