import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import type { UserGuard } from '../kernel/http/user-guard'
import { refuseOtherCompany } from '../kernel/http/request-parts'
import { queueCalls } from './queue.calls'
import { createQueue, deleteQueue, updateQueue } from './queue.commands'
import { getWholeQueue, listWholeQueues, queueRecords } from './queue.queries'

export function queueRoutes(guard: UserGuard) {
  return answerCalls(new Elysia({ name: 'queue-routes' }).use(guard), queueCalls, {
    'GET /queue': ({ ctx, query }) => {
      refuseOtherCompany(ctx, query.companyId)
      return query.chatbots ? listWholeQueues(ctx) : queueRecords.viewAll(ctx)
    },
    'GET /queue/:id': ({ ctx, params }) => getWholeQueue(ctx, params.id),
    'POST /queue': ({ ctx, body }) => createQueue(ctx, body),
    'PUT /queue/:id': ({ ctx, params, body }) => updateQueue(ctx, params.id, body),
    'DELETE /queue/:id': async ({ ctx, params }) => {
      await deleteQueue(ctx, params.id)
      return { ok: true }
    },
  })
}
