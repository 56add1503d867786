import { Elysia } from 'elysia'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { UserGuard } from '../../kernel/http/user-guard'
import type { Platform } from '../../platform/platform'
import { cloudAccountCalls } from './cloud-account.calls'
import { presentCloudAccount } from './present-cloud-account'
import { createCloudConnection, updateCloudAccount } from './save-cloud-account'

export function cloudAccountRoutes(guard: UserGuard, platform: Platform) {
  const app = new Elysia({ name: 'cloud-accounts' }).use(guard)
  return answerCalls(app, cloudAccountCalls, {
    'GET /whatsapp-cloud': () => ({ hasHostApp: platform.config.graph.appSecret !== undefined }),
    'POST /whatsapp-cloud': async ({ ctx, body }) => {
      const id = await createCloudConnection(platform, ctx, body)
      return presentCloudAccount(platform, ctx, id)
    },
    'GET /whatsapp-cloud/:id': ({ ctx, params }) => presentCloudAccount(platform, ctx, params.id),
    'PUT /whatsapp-cloud/:id': async ({ ctx, params, body }) => {
      await updateCloudAccount(platform, ctx, params.id, body)
      return presentCloudAccount(platform, ctx, params.id)
    },
  })
}
