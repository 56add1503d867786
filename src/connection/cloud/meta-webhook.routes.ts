import { Elysia } from 'elysia'
import { answerCalls } from '../../kernel/http/answer-calls'
import { refuse } from '../../kernel/errors'
import type { Platform } from '../../platform/platform'
import { metaWebhookCalls } from './meta-webhook.calls'
import { receiveWebhook } from './receive-webhook'
import { verifyWebhook } from './verify-webhook'

/** Where Meta delivers the events of WhatsApp's official API. */
export function metaWebhookRoutes(platform: Platform) {
  return answerCalls(new Elysia({ name: 'meta-webhooks' }), metaWebhookCalls, {
    'GET /webhook/meta/:key': async ({ request, params, query }) => {
      const challenge = await verifyWebhook(platform, request, {
        key: params.key,
        mode: query['hub.mode'],
        verifyToken: query['hub.verify_token'],
        challenge: query['hub.challenge'],
      })
      return new Response(challenge, {
        headers: {
          'content-type': 'text/plain; charset=utf-8',
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
        },
      })
    },
    'POST /webhook/meta/:key': async ({ request, params, body }) => {
      const bytes = body instanceof Uint8Array ? body : refuse('ERR_INVALID_INPUT', { fields: { body: 'required' } })
      await receiveWebhook(platform, params.key, bytes, request.headers.get('x-hub-signature-256') ?? '')
      return { received: true } as const
    },
  })
}
