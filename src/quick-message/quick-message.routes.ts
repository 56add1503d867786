import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/answer-calls'
import type { UserGuard } from '../kernel/user-guard'
import { quickMessageCalls } from './quick-message.calls'
import { listUsableQuickMessages } from './quick-message.queries'

export function quickMessageRoutes(guard: UserGuard) {
  const app = new Elysia({ name: 'quick-message-routes' }).use(guard)
  return answerCalls(app, quickMessageCalls, {
    'GET /quick-messages/list': ({ ctx, query }) => listUsableQuickMessages(ctx, query),
  })
}
