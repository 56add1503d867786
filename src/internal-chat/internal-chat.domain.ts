import type { Domain } from '../platform/domain'
import { eraseMessagesOfUser, eraseChat, createChat, deleteChat, updateChat } from './internal-chat.commands'
import { eq, and } from 'drizzle-orm'
import { reaction, recordEvent } from '../kernel/event/event-log'
import {
  findChat,
  listMemberIds,
  getChatForActor,
  listChats,
  presentChat,
  findChatForActor,
} from './internal-chat.queries'
import { chatTable, chatUserTable } from './internal-chat.tables'
import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import type { UserGuard } from '../kernel/http/user-guard'
import { deleteChatMessage, editChatMessage } from './change-chat-message'
import { listChatMessages, findChatMessage } from './chat-messages.view'
import { chatCalls, type ChatEvent, type ChatUserEvent, ChatView, ChatMessageView } from './internal-chat.calls'
import { markChatRead } from './mark-chat-read'
import { sendChatMessage } from './send-chat-message'
import { type CompanyContext, requirePlan } from '../kernel/company/company-context'
import type { Media } from '../kernel/file/media-store'
import type { UserId } from '../kernel/ids'
import { type LiveMessage, presentEach } from '../kernel/live/live'

/** To each member's private topic: a removed member hears nothing more. */
const internalChatLive = presentEach({
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

/** `chat` for lists, `chat-{chatId}` for an open chat. */
function publishToMembers(ctx: CompanyContext, number: number, chatId: number, eventOf: (chat: ChatView) => ChatEvent) {
  const chat = findView(ctx, chatId)
  if (!chat) return []
  const userIds = chat.users.map(({ userId }) => userId)
  return (['chat', `chat-${chatId}`] as const).map((name) => toMembers(number, name, userIds, eventOf(chat)))
}

/** `chat-user-{userId}`. */
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

/** Owned chats go to the longest-serving member, or are deleted. */
const internalChatReactions = [
  reaction('user.deleted', (ctx, { data: { userId } }) => {
    const left = ctx.db.select().from(chatUserTable).where(eq(chatUserTable.userId, userId)).all()
    for (const { chatId } of left) {
      const chat = findChat(ctx, chatId)
      const heir = listMemberIds(ctx, chatId).find((id) => id !== userId)
      if (!chat) continue
      if (heir === undefined) {
        eraseChat(ctx, chat)
        continue
      }
      if (chat.ownerId === userId) {
        ctx.db.update(chatTable).set({ ownerId: heir }).where(eq(chatTable.id, chatId)).run()
      }
      ctx.db
        .delete(chatUserTable)
        .where(and(eq(chatUserTable.chatId, chatId), eq(chatUserTable.userId, userId)))
        .run()
      recordEvent(ctx, 'chat.changed', {}, { chatId, addedUserIds: [], removedUserIds: [userId] })
    }
  }),
]

export const internalChatDomain = {
  name: 'internal-chat',
  calls: chatCalls,
  views: { ChatMessageView, ChatView },
  routes: ({ guard }) => internalChatRoutes(guard),
  reactions: internalChatReactions,
  beforeDelete: { user: eraseMessagesOfUser },
  presenters: [internalChatLive],
  mediaGuards: { 'internal-chat': mayReadChatFile },
} satisfies Domain

function internalChatRoutes(guard: UserGuard) {
  const app = new Elysia({ name: 'internal-chat-routes' })
    .use(guard)
    .derive(({ ctx }) => requirePlan(ctx, 'useInternalChat'))
  return answerCalls(app, chatCalls, {
    'GET /chats': ({ ctx, query }) => listChats(ctx, query),
    'GET /chats/:id': ({ ctx, params }) => presentChat(ctx, getChatForActor(ctx, params.id)),
    'POST /chats': ({ ctx, body }) => createChat(ctx, body),
    'PUT /chats/:id': ({ ctx, params, body }) => updateChat(ctx, params.id, body),
    'DELETE /chats/:id': async ({ ctx, params }) => {
      await deleteChat(ctx, params.id)
      return { ok: true }
    },
    'GET /chats/:id/messages': ({ ctx, params, query }) => listChatMessages(ctx, params.id, query),
    'POST /chats/:id/messages': async ({ ctx, params, body }) => {
      const texts = body.message === '' ? body.body : [body.message]
      const { medias: files, clientId } = body
      return { records: await sendChatMessage(ctx, params.id, { texts, files, clientId }) }
    },
    'PUT /chats/:id/messages/:messageId': ({ ctx, params, body }) =>
      editChatMessage(ctx, params.id, params.messageId, body.message),
    'DELETE /chats/:id/messages/:messageId': ({ ctx, params }) => deleteChatMessage(ctx, params.id, params.messageId),
    'POST /chats/:id/read': ({ ctx, params, body }) => markChatRead(ctx, params.id, body.userId),
  })
}

function mayReadChatFile(ctx: CompanyContext, { ownerId }: Media) {
  const message = findChatMessage(ctx, ownerId)
  return message !== undefined && findChatForActor(ctx, message.chatId) !== undefined
}

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
