import { Elysia } from 'elysia'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { UserGuard } from '../../kernel/http/user-guard'
import { getAiUsage, setDailyTokenLimit } from '../ai-limit'
import { promptCalls } from './prompt.calls'
import { assertManagesAi, createPrompt, deletePrompt, updatePrompt } from './prompt.commands'
import { listPrompts, promptRecords } from './prompt.records'
import { testPrompt } from './test-prompt'

export function promptRoutes(guard: UserGuard) {
  return answerCalls(new Elysia({ name: 'prompt-routes' }).use(guard), promptCalls, {
    'GET /prompt': ({ ctx }) => {
      assertManagesAi(ctx)
      return { prompts: listPrompts(ctx) }
    },
    'GET /prompt/:id': ({ ctx, params }) => {
      assertManagesAi(ctx)
      return promptRecords.view(ctx, params.id)
    },
    'POST /prompt': ({ ctx, body }) => createPrompt(ctx, body),
    'POST /prompt/test': ({ ctx, body }) => testPrompt(ctx, body),
    'PUT /prompt/:id': ({ ctx, params, body }) => updatePrompt(ctx, params.id, body),
    'DELETE /prompt/:id': ({ ctx, params }) => {
      deletePrompt(ctx, params.id)
      return { message: 'Prompt deleted' }
    },
    'GET /ai-usage': ({ ctx }) => getAiUsage(ctx),
    'PUT /ai-usage/limit': ({ ctx, body }) => setDailyTokenLimit(ctx, body.limit),
  })
}
