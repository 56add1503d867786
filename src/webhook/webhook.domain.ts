import { Elysia } from 'elysia'
import type { Domain } from '../platform/domain'
import { collectJob, webhookReaction } from './delivery/collect-events'
import { deliverJob } from './delivery/deliver-webhooks'
import { hostWebhookRoutes } from './receiver/host-webhook.routes'
import { answerCalls } from '../kernel/http/answer-calls'
import type { CompanyContext } from '../kernel/company/company-context'
import type { UserGuard } from '../kernel/http/user-guard'
import { listDeliveries } from './delivery/company-delivery-log'
import { companyTarget } from './receiver/company-target'
import {
  getCompanyWebhook,
  replaceCompanySecret,
  requireWebhooks,
  saveCompanyWebhook,
} from './receiver/company-webhook'
import { presentWebhook } from './receiver/present-webhook'
import { sendLogged, sendTest } from './delivery/send-by-hand'
import { companyWebhookCalls } from './webhook.calls'
import {
  getConnectionWebhook,
  listConnectionWebhooks,
  replaceConnectionSecret,
  requireConnectionWebhook,
  saveConnectionWebhook,
} from './receiver/connection-webhook'
import { connectionWebhookCalls } from './receiver/connection-webhook.calls'

/** Events delivered to an address outside, signed, repeated until they are taken. */
export const webhookDomain: Domain = {
  name: 'webhook',
  routes: ({ guard, superUserGuard, platform }) =>
    new Elysia({ name: 'webhook-routes' })
      .use(hostWebhookRoutes(superUserGuard, platform))
      .use(companyWebhookRoutes(guard))
      .use(connectionWebhookRoutes(guard)),
  reactions: [webhookReaction],
  jobs: { 'webhook.collect': collectJob, 'webhook.deliver': deliverJob, 'webhook.deliverStatus': deliverJob },
}

function companyWebhookRoutes(guard: UserGuard) {
  return answerCalls(new Elysia({ name: 'company-webhook-routes' }).use(guard), companyWebhookCalls, {
    'GET /company-webhook': ({ ctx }) => companyWebhookView(ctx),
    'PUT /company-webhook': async ({ ctx, body }) => {
      const newSecret = (await saveCompanyWebhook(ctx, body)) ?? null
      return { ...companyWebhookView(ctx), newSecret }
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

function companyWebhookView(ctx: CompanyContext) {
  requireWebhooks(ctx)
  return presentWebhook(getCompanyWebhook(ctx), companyTarget.pausedUntil(ctx))
}

function connectionWebhookRoutes(guard: UserGuard) {
  return answerCalls(new Elysia({ name: 'connection-webhook-routes' }).use(guard), connectionWebhookCalls, {
    'GET /connection-webhooks': ({ ctx }) => listConnectionWebhooks(ctx),
    'GET /connection-webhooks/:id': ({ ctx, params }) => getConnectionWebhook(ctx, params.id),
    'PUT /connection-webhooks/:id': ({ ctx, params, body }) => saveConnectionWebhook(ctx, params.id, body.url),
    'POST /connection-webhooks/:id/secret': ({ ctx, params }) => ({
      newSecret: replaceConnectionSecret(ctx, params.id),
    }),
    'POST /connection-webhooks/:id/test': ({ ctx, params }) => {
      requireConnectionWebhook(ctx, params.id)
      return sendTest(ctx, `connection ${params.id}`)
    },
    'GET /connection-webhooks/:id/deliveries': ({ ctx, params }) => {
      requireConnectionWebhook(ctx, params.id)
      return listDeliveries(ctx, `connection ${params.id}`)
    },
    'POST /connection-webhooks/:id/deliveries/:deliveryId/send': ({ ctx, params }) => {
      requireConnectionWebhook(ctx, params.id)
      return sendLogged(ctx, `connection ${params.id}`, params.deliveryId)
    },
  })
}
