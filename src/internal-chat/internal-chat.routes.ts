import { Elysia } from 'elysia'
import * as v from 'valibot'
import { accepts } from '../kernel/body-limits'
import type { UserGuard } from '../kernel/user-guard'
import { IdParams, IdText } from '../kernel/request-parts'
import { requirePlan } from '../kernel/require-plan'
import { deleteChatMessage, editChatMessage } from './change-chat-message'
import { listChatMessages } from './chat-messages.queries'
import { createChat, deleteChat, updateChat } from './internal-chat.commands'
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
import { getChatForActor, listChats, presentChat } from './internal-chat.queries'
import { markChatRead } from './mark-chat-read'
import { sendChatMessage } from './send-chat-message'

/** A text of 65,536 characters, each of up to three bytes. */
const textBytesMax = 256 * 1024
const sending = {
  jsonBytesMax: textBytesMax,
  files: { fields: { medias: chatFilesMax }, fileBytesMax: chatFileBytesMax },
}

/** One chat is asked for by its number or by its uuid, which stands in addresses. */
const ChatParams = v.object({ id: v.union([IdText, v.pipe(v.string(), v.uuid())]) })

export function internalChatRoutes(guard: UserGuard) {
  return new Elysia({ name: 'internal-chat-routes', detail: { tags: ['internal chat'] } })
    .use(guard)
    .derive(({ ctx }) => requirePlan(ctx, 'useInternalChat'))
    .get('/chats', ({ ctx, query }) => listChats(ctx, query), { query: ListChatsQuery })
    .get('/chats/:id', ({ ctx, params }) => presentChat(ctx, getChatForActor(ctx, params.id)), { params: ChatParams })
    .post('/chats', ({ ctx, body }) => createChat(ctx, body), { body: ChatBody })
    .put('/chats/:id', ({ ctx, params, body }) => updateChat(ctx, params.id, body), {
      params: IdParams,
      body: UpdateChatBody,
    })
    .delete(
      '/chats/:id',
      ({ ctx, params }) => {
        deleteChat(ctx, params.id)
        return { ok: true }
      },
      { params: IdParams },
    )
    .get('/chats/:id/messages', ({ ctx, params, query }) => listChatMessages(ctx, params.id, query), {
      params: IdParams,
      query: ListChatMessagesQuery,
    })
    .post(
      '/chats/:id/messages',
      async ({ ctx, params, body }) => {
        const texts = body.message === '' ? body.body : [body.message]
        const { medias: files, clientId } = body
        return { records: await sendChatMessage(ctx, params.id, { texts, files, clientId }) }
      },
      { params: IdParams, body: SendChatMessageBody, ...accepts(sending) },
    )
    .put(
      '/chats/:id/messages/:messageId',
      ({ ctx, params, body }) => editChatMessage(ctx, params.id, params.messageId, body.message),
      { params: ChatMessageParams, body: EditChatMessageBody, ...accepts({ jsonBytesMax: textBytesMax }) },
    )
    .delete(
      '/chats/:id/messages/:messageId',
      ({ ctx, params }) => deleteChatMessage(ctx, params.id, params.messageId),
      { params: ChatMessageParams },
    )
    .post('/chats/:id/read', ({ ctx, params, body }) => markChatRead(ctx, params.id, body.userId), {
      params: IdParams,
      body: ReadChatBody,
    })
}
