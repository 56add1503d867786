import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import type { UserGuard } from '../kernel/http/user-guard'
import { requirePlan } from '../kernel/company/require-plan'
import { deleteChatMessage, editChatMessage } from './change-chat-message'
import { listChatMessages } from './chat-messages.view'
import { chatCalls } from './internal-chat.calls'
import { createChat, deleteChat, updateChat } from './internal-chat.commands'
import { getChatForActor, listChats, presentChat } from './internal-chat.queries'
import { markChatRead } from './mark-chat-read'
import { sendChatMessage } from './send-chat-message'

export function internalChatRoutes(guard: UserGuard) {
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
