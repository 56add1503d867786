import type { CompanyContext } from '../kernel/company/company-context'
import type { UserId } from '../kernel/ids'
import { type LiveMessage, presentEach } from '../kernel/live/live'
import { findChatMessage } from './chat-messages.view'
import type { ChatEvent, ChatUserEvent, ChatView } from './internal-chat.calls'
import './internal-chat.events'
import { findChat, presentChat } from './internal-chat.queries'

/**
 * Publishes changes of a chat to each member's private topic. There is no room that others could join, and a removed
 * member receives nothing from then on.
 */
export const internalChatLive = presentEach({
  'chat.created': (ctx, { number, data }) => publishToLists(ctx, number, data.chatId, 'everybody', []),
  'chat.changed': (ctx, { number, data: { chatId, addedUserIds, removedUserIds } }) =>
    publishToLists(ctx, number, chatId, addedUserIds, removedUserIds),
  'chat.deleted': (_, { number, data: { chatId: id, userIds } }) =>
    userIds.length === 0 ? [] : [toMembers(number, 'chat', userIds, { action: 'delete', id })],
  'chatMessage.sent': (ctx, { number, data }) => {
    const newMessage = findChatMessage(ctx, data.chatMessageId)
    if (!newMessage) return []
    return publishToMembers(ctx, number, data.chatId, (chat) => ({ action: 'new-message', newMessage, chat }))
  },
  'chatMessage.changed': (ctx, { number, data }) => {
    const message = findChatMessage(ctx, data.chatMessageId)
    if (!message) return []
    return publishToMembers(ctx, number, data.chatId, (chat) => ({ action: 'update-message', message, chat }))
  },
  'chatMessage.read': (ctx, { number, data }) =>
    publishToMembers(ctx, number, data.chatId, (chat) => ({ action: 'update', chat })),
})

/** `chat` for lists and counts, `chat-{chatId}` for clients with the chat open: the specification names both. */
function publishToMembers(ctx: CompanyContext, number: number, chatId: number, eventOf: (chat: ChatView) => ChatEvent) {
  const chat = findView(ctx, chatId)
  if (!chat) return []
  const userIds = chat.users.map(({ userId }) => userId)
  return (['chat', `chat-${chatId}`] as const).map((name) => toMembers(number, name, userIds, eventOf(chat)))
}

/** `chat-user-{userId}`: each user's own list. */
function publishToLists(
  ctx: CompanyContext,
  number: number,
  chatId: number,
  added: 'everybody' | readonly UserId[],
  removed: readonly UserId[],
): LiveMessage[] {
  const record = findView(ctx, chatId)
  const members = record?.users.map(({ userId }) => userId) ?? []
  const isAdded = (userId: UserId) => added === 'everybody' || added.includes(userId)
  const toOne = (userId: UserId, data: ChatUserEvent): LiveMessage => ({
    topics: [`user:${userId}`],
    event: `chat-user-${userId}` as const,
    number,
    data,
  })
  return [
    ...members.flatMap((userId) =>
      record ? [toOne(userId, { action: isAdded(userId) ? 'create' : 'update', record })] : [],
    ),
    // Members who were added again get the later event instead.
    ...removed
      .filter((userId) => !members.includes(userId))
      .map((userId) => toOne(userId, { action: 'delete', id: chatId })),
  ]
}

function findView(ctx: CompanyContext, chatId: number) {
  const chat = findChat(ctx, chatId)
  return chat && presentChat(ctx, chat)
}

function toMembers(
  number: number,
  event: 'chat' | `chat-${number}`,
  userIds: readonly UserId[],
  data: ChatEvent,
): LiveMessage {
  return { topics: userIds.map((id) => `user:${id}`), event, number, data }
}
