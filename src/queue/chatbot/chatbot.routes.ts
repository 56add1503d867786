import { Elysia } from 'elysia'
import { answerCalls } from '../../kernel/http/answer-calls'
import { refuse } from '../../kernel/errors'
import type { UserGuard } from '../../kernel/http/user-guard'
import { chatbotCalls } from './chatbot.calls'
import { createChatbot, deleteChatbot, getChatbot, updateChatbot } from './chatbot.commands'
import { canManageQueues } from '../queue.policy'

export function chatbotRoutes(guard: UserGuard) {
  const app = new Elysia({ name: 'chatbot-routes' }).use(guard).derive(({ ctx }) => {
    if (!canManageQueues(ctx.actor)) refuse('ERR_NO_PERMISSION')
    return {}
  })
  return answerCalls(app, chatbotCalls, {
    'GET /chatbot/:id': ({ ctx, params }) => getChatbot(ctx, params.id),
    'POST /chatbot': ({ ctx, body }) => createChatbot(ctx, body),
    'PUT /chatbot/:id': ({ ctx, params, body }) => updateChatbot(ctx, params.id, body),
    'DELETE /chatbot/:id': ({ ctx, params }) => {
      deleteChatbot(ctx, params.id)
      return { ok: true }
    },
  })
}
