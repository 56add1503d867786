import { Elysia } from 'elysia'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { UserGuard } from '../../kernel/http/user-guard'
import { flowRunCalls } from './flow-run.calls'
import { launchFlow } from './launch-flow'

export function flowRunRoutes(guard: UserGuard) {
  return answerCalls(new Elysia({ name: 'flow-run-routes' }).use(guard), flowRunCalls, {
    'POST /messages/flow/:flowId/:ticketId': ({ ctx, params }) => ({
      runId: launchFlow(ctx, params.flowId, params.ticketId),
    }),
  })
}
