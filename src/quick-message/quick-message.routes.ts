import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import type { UserGuard } from '../kernel/http/user-guard'
import { quickMessageCalls } from './quick-message.calls'
import { getQuickMessageView, listQuickMessages, listUsableQuickMessages } from './quick-message.queries'
import {
  createQuickMessage,
  deleteQuickMessage,
  removeQuickMessageFile,
  setQuickMessageFile,
  updateQuickMessage,
} from './save-quick-message'

export function quickMessageRoutes(guard: UserGuard) {
  const app = new Elysia({ name: 'quick-message-routes' }).use(guard)
  return answerCalls(app, quickMessageCalls, {
    'GET /quick-messages/list': ({ ctx, query }) => listUsableQuickMessages(ctx, query),
    'GET /quick-messages': ({ ctx, query }) => listQuickMessages(ctx, query),
    'GET /quick-messages/:id': ({ ctx, params }) => getQuickMessageView(ctx, params.id),
    'POST /quick-messages': ({ ctx, body }) => getQuickMessageView(ctx, createQuickMessage(ctx, body)),
    'PUT /quick-messages/:id': ({ ctx, params, body }) => {
      updateQuickMessage(ctx, params.id, body)
      return getQuickMessageView(ctx, params.id)
    },
    'DELETE /quick-messages/:id': ({ ctx, params }) => {
      deleteQuickMessage(ctx, params.id)
      return { ok: true }
    },
    'POST /quick-messages/:id/media-upload': async ({ ctx, params, body }) => {
      await setQuickMessageFile(ctx, params.id, body.file)
      return getQuickMessageView(ctx, params.id)
    },
    'DELETE /quick-messages/:id/media-upload': ({ ctx, params }) => {
      removeQuickMessageFile(ctx, params.id)
      return getQuickMessageView(ctx, params.id)
    },
  })
}
