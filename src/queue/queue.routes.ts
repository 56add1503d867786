import { Elysia } from 'elysia'
import { accepts } from '../kernel/body-limits'
import type { UserGuard } from '../kernel/user-guard'
import { IdParams, refuseOtherCompany } from '../kernel/request-parts'
import { createQueue, deleteQueue, updateQueue } from './queue.commands'
import { ListQueuesQuery, QueueBody, UpdateQueueBody } from './queue.contract'
import { getQueue, listQueues, presentQueue } from './queue.queries'

/** Three messages at their longest, and the hours of a week. */
const withMessages = { jsonBytesMax: 96 * 1024 }

export function queueRoutes(guard: UserGuard) {
  return new Elysia({ name: 'queue-routes', detail: { tags: ['queues'] } })
    .use(guard)
    .get(
      '/queue',
      ({ ctx, query }) => {
        refuseOtherCompany(ctx, query.companyId)
        return listQueues(ctx).map(presentQueue)
      },
      { query: ListQueuesQuery },
    )
    .get('/queue/:id', ({ ctx, params }) => presentQueue(getQueue(ctx, params.id)), { params: IdParams })
    .post('/queue', ({ ctx, body }) => createQueue(ctx, body), {
      body: QueueBody,
      ...accepts(withMessages),
    })
    .put('/queue/:id', ({ ctx, params, body }) => updateQueue(ctx, params.id, body), {
      params: IdParams,
      body: UpdateQueueBody,
      ...accepts(withMessages),
    })
    .delete(
      '/queue/:id',
      async ({ ctx, params }) => {
        await deleteQueue(ctx, params.id)
        return { ok: true }
      },
      { params: IdParams },
    )
}
