import { Elysia } from 'elysia'
import type { HttpDoor } from '../kernel/http-door'
import { QuickMessageListQuery } from './quick-message.contract'
import { listUsableQuickMessages } from './quick-message.queries'

export function quickMessageRoutes(door: HttpDoor) {
  return new Elysia({ name: 'quick-message-routes', detail: { tags: ['quick messages'] } })
    .use(door)
    .get('/quick-messages/list', ({ ctx, query }) => listUsableQuickMessages(ctx, query), {
      query: QuickMessageListQuery,
    })
}
