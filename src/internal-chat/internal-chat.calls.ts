import * as v from 'valibot'
import { defineCalls, Done } from '../kernel/http/calls'
import { IdParams, IdText } from '../kernel/http/request-parts'
import {
  ChatBody,
  chatFileBytesMax,
  chatFilesMax,
  ChatMessageParams,
  EditChatMessageBody,
  ListChatMessagesQuery,
  ListChatsQuery,
  ReadChatBody,
  SendChatMessageBody,
  UpdateChatBody,
} from './internal-chat.contract'

export const ChatMember = v.object({
  userId: v.number(),
  unreads: v.number(),
  user: v.object({ id: v.number(), name: v.string(), profileImage: v.string() }),
})
export type ChatMember = v.InferOutput<typeof ChatMember>

export const ChatView = v.object({
  id: v.number(),
  uuid: v.string(),
  title: v.string(),
  ownerId: v.number(),
  lastMessage: v.string(),
  createdAt: v.string(),
  updatedAt: v.string(),
  users: v.array(ChatMember),
})
export type ChatView = v.InferOutput<typeof ChatView>

export const ChatPage = v.object({
  records: v.array(ChatView),
  hasMore: v.boolean(),
  count: v.number(),
  unreads: v.number(),
})
export type ChatPage = v.InferOutput<typeof ChatPage>

export const ChatMessageView = v.object({
  id: v.number(),
  /** Set by the client that wrote it, so that its pending bubble becomes this message. */
  clientId: v.optional(v.string()),
  chatId: v.number(),
  senderId: v.nullable(v.number()),
  sender: v.nullable(v.object({ id: v.number(), name: v.string() })),
  message: v.string(),
  mediaPath: v.nullable(v.string()),
  mediaName: v.nullable(v.string()),
  mediaType: v.nullable(v.string()),
  mediaSize: v.nullable(v.number()),
  mediaWidth: v.nullable(v.number()),
  mediaHeight: v.nullable(v.number()),
  createdAt: v.string(),
  editedAt: v.nullable(v.string()),
  isDeleted: v.boolean(),
})
export type ChatMessageView = v.InferOutput<typeof ChatMessageView>

export const ChatMessagePage = v.object({
  records: v.array(ChatMessageView),
  hasMore: v.boolean(),
  nextCursor: v.nullable(v.string()),
})
export type ChatMessagePage = v.InferOutput<typeof ChatMessagePage>

/** 65,536 characters of up to three bytes. */
const text = { jsonBytesMax: 256 * 1024 }
const textAndFiles = { ...text, files: { fields: { medias: chatFilesMax }, fileBytesMax: chatFileBytesMax } }

const ChatParams = v.object({ id: v.union([IdText, v.pipe(v.string(), v.uuid())]) })

export const chatCalls = defineCalls({
  'GET /chats': { query: ListChatsQuery, answer: ChatPage },
  'GET /chats/:id': { params: ChatParams, answer: ChatView },
  'POST /chats': { body: ChatBody, answer: ChatView },
  'PUT /chats/:id': { params: IdParams, body: UpdateChatBody, answer: ChatView },
  'DELETE /chats/:id': { params: IdParams, answer: Done },
  'GET /chats/:id/messages': { params: IdParams, query: ListChatMessagesQuery, answer: ChatMessagePage },
  'POST /chats/:id/messages': {
    params: IdParams,
    body: SendChatMessageBody,
    limits: textAndFiles,
    answer: v.object({ records: v.array(ChatMessageView) }),
  },
  'PUT /chats/:id/messages/:messageId': {
    params: ChatMessageParams,
    body: EditChatMessageBody,
    limits: text,
    answer: ChatMessageView,
  },
  'DELETE /chats/:id/messages/:messageId': { params: ChatMessageParams, answer: ChatMessageView },
  'POST /chats/:id/read': { params: IdParams, body: ReadChatBody, answer: ChatView },
})

/** The live event `chat` and, for an open chat, `chat-{chatId}`. */
export type ChatEvent =
  | { action: 'new-message'; newMessage: ChatMessageView; chat: ChatView }
  | { action: 'update-message'; message: ChatMessageView; chat: ChatView }
  | { action: 'update'; chat: ChatView }
  | { action: 'delete'; id: number }

/** `chat-user-{userId}`. `delete`: no longer a member. */
export type ChatUserEvent = { action: 'create' | 'update'; record: ChatView } | { action: 'delete'; id: number }

declare module '../kernel/live/live-events.contract' {
  interface LiveEvents {
    chat: ChatEvent
    [chat: `chat-${number}`]: ChatEvent
    [user: `chat-user-${number}`]: ChatUserEvent
  }
}
