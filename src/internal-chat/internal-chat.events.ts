declare module '../kernel/event-log' {
  interface EventPayloads {
    'chat.created': { chatId: number }
    'chat.changed': { chatId: number; addedUserIds: number[]; removedUserIds: number[] }
    /** `userIds`: who were its members; nobody can be asked afterwards. */
    'chat.deleted': { chatId: number; title: string; userIds: number[] }
    'chatMessage.sent': { chatId: number; chatMessageId: number }
    /** Its words, or that it was taken back. */
    'chatMessage.changed': { chatId: number; chatMessageId: number }
    'chatMessage.read': { chatId: number }
  }
}

export {}
