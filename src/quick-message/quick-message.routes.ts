import { Elysia } from 'elysia'
import type { UserGuard } from '../kernel/user-guard'
import { QuickMessageListQuery } from './quick-message.contract'
import { listUsableQuickMessages } from './quick-message.queries'

export function quickMessageRoutes(guard: UserGuard) {
  return new Elysia({ name: 'quick-message-routes', detail: { tags: ['quick messages'] } })
    .use(guard)
    .get('/quick-messages/list', ({ ctx, query }) => listUsableQuickMessages(ctx, query), {
      query: QuickMessageListQuery,
    })
}
