import { Elysia } from 'elysia'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { UserGuard } from '../../kernel/http/user-guard'
import { listDeliveries } from '../delivery/company-delivery-log'
import { companyTarget } from './company-target'
import { getCompanyWebhook, replaceCompanySecret, requireWebhooks, saveCompanyWebhook } from './company-webhook'
import { presentWebhook } from './present-webhook'
import { sendLogged, sendTest } from '../delivery/send-by-hand'
import { companyWebhookCalls } from '../webhook.calls'

export function companyWebhookRoutes(guard: UserGuard) {
  return answerCalls(new Elysia({ name: 'company-webhook-routes' }).use(guard), companyWebhookCalls, {
    'GET /company-webhook': ({ ctx }) => view(ctx),
    'PUT /company-webhook': async ({ ctx, body }) => {
      const newSecret = (await saveCompanyWebhook(ctx, body)) ?? null
      return { ...view(ctx), newSecret }
    },
    'POST /company-webhook/secret': ({ ctx }) => ({ newSecret: replaceCompanySecret(ctx) }),
    'POST /company-webhook/test': ({ ctx }) => {
      requireWebhooks(ctx)
      return sendTest(ctx, 'company')
    },
    'GET /company-webhook/deliveries': ({ ctx }) => {
      requireWebhooks(ctx)
      return listDeliveries(ctx, 'company')
    },
    'POST /company-webhook/deliveries/:id/send': ({ ctx, params }) => {
      requireWebhooks(ctx)
      return sendLogged(ctx, 'company', params.id)
    },
  })
}

function view(ctx: CompanyContext) {
  requireWebhooks(ctx)
  return presentWebhook(getCompanyWebhook(ctx), companyTarget.pausedUntil(ctx))
}
