import { Elysia } from 'elysia'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { UserGuard } from '../../kernel/http/user-guard'
import { listDeliveries } from '../delivery/company-delivery-log'
import {
  getConnectionWebhook,
  listConnectionWebhooks,
  replaceConnectionSecret,
  requireConnectionWebhook,
  saveConnectionWebhook,
} from './connection-webhook'
import { connectionWebhookCalls } from './connection-webhook.calls'
import { sendLogged, sendTest } from '../delivery/send-by-hand'

export function connectionWebhookRoutes(guard: UserGuard) {
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
