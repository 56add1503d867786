declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'chat.created': { chatId: number }
    'chat.changed': { chatId: number; addedUserIds: number[]; removedUserIds: number[] }
    /** `userIds`: former members, unknown afterwards. */
    'chat.deleted': { chatId: number; title: string; userIds: number[] }
    'chatMessage.sent': { chatId: number; chatMessageId: number }
    'chatMessage.changed': { chatId: number; chatMessageId: number }
    'chatMessage.read': { chatId: number }
  }
}

export {}
