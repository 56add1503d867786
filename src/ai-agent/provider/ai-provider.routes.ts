import { Elysia } from 'elysia'
import { assertManagesAi } from '../../ai/prompt/prompt.commands'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { UserGuard } from '../../kernel/http/user-guard'
import { aiProviderCalls } from './ai-provider.calls'
import {
  assertProviderAddress,
  createAiProvider,
  deleteAiProvider,
  listAiProviders,
  refreshAiModels,
  updateAiProvider,
} from './ai-provider.commands'
import { listAiModels } from './ai-provider.queries'

export function aiProviderRoutes(guard: UserGuard) {
  return answerCalls(new Elysia({ name: 'ai-provider-routes' }).use(guard), aiProviderCalls, {
    'GET /aiprovider': ({ ctx }) => listAiProviders(ctx),
    'POST /aiprovider': async ({ ctx, body }) => {
      await assertProviderAddress(ctx, body.base_url)
      return createAiProvider(ctx, body)
    },
    'PUT /aiprovider': async ({ ctx, body }) => {
      await assertProviderAddress(ctx, body.base_url)
      return updateAiProvider(ctx, body)
    },
    'DELETE /aiprovider/:id': ({ ctx, params }) => {
      deleteAiProvider(ctx, params.id)
      return { ok: true }
    },
    'POST /aiprovider/:id/models': ({ ctx, params }) => refreshAiModels(ctx, params.id),
    'GET /aimodelslist': ({ ctx, query }) => {
      assertManagesAi(ctx)
      return listAiModels(ctx, query.aiProviderId)
    },
  })
}
