import { Elysia } from 'elysia'
import { assertManagesAi } from '../../ai/prompt/prompt.commands'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { UserGuard } from '../../kernel/http/user-guard'
import { listQueues } from '../../queue/queue.queries'
import { askInPlayground } from '../answer/ask-in-playground'
import { getAnswer } from '../answer/agent-answers'
import { agentAnswerCalls } from '../answer/answer.calls'
import { listAgentTypes } from '../agent-type/agent-types'
import { agentCalls } from './agent.calls'
import { createAgent, deleteAgent, updateAgent } from './agent.commands'
import { agentRecords, listAgents } from './agent.records'

/** Registered before the agent's own routes, because `answers` is not an id. */
export function agentAnswerRoutes(guard: UserGuard) {
  return answerCalls(new Elysia({ name: 'agent-answer-routes' }).use(guard), agentAnswerCalls, {
    'GET /agents/answers/:id': ({ ctx, params }) => getAnswer(ctx, params.id),
    'POST /agents/:id/playground': ({ ctx, params, body }) => askInPlayground(ctx, params.id, body),
  })
}

export function agentRoutes(guard: UserGuard) {
  const app = new Elysia({ name: 'agent-routes' }).use(guard).derive(({ ctx }) => {
    assertManagesAi(ctx)
    return {}
  })
  return answerCalls(app, agentCalls, {
    'GET /agents': ({ ctx }) => listAgents(ctx),
    'GET /agents/:id': ({ ctx, params }) => agentRecords.view(ctx, params.id),
    'POST /agents': ({ ctx, body }) => createAgent(ctx, body),
    'PUT /agents/:id': ({ ctx, params, body }) => updateAgent(ctx, params.id, body),
    'DELETE /agents/:id': ({ ctx, params }) => {
      deleteAgent(ctx, params.id)
      return { ok: true }
    },
    'GET /agenttype': ({ ctx }) => listAgentTypes(ctx.company.services.about(ctx.company.id).language),
    'GET /queue/agent': ({ ctx }) => listQueues(ctx).map(({ id, name, color }) => ({ id, name, color })),
  })
}
