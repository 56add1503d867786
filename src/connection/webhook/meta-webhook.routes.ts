import { Elysia } from 'elysia'
import { isSameSecret } from '../../kernel/config/secret-text'
import { refuse } from '../../kernel/errors'
import { answerCalls } from '../../kernel/http/answer-calls'
import { findConnectionByWebhookKey } from '../../platform/connection-index/channel-account'
import type { Platform } from '../../platform/platform'
import { limitGuesses } from '../../platform/sign-in/secret-guesses'
import { metaWebhookCalls } from './meta-webhook.calls'
import { findHolderByKey, noteVerified, receiveWebhook } from './receive-webhook'

/** Where Meta delivers the events of all channels that have a webhook. */
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

interface Verification {
  key: string
  mode: string
  verifyToken: string
  challenge: string
}

/**
 * Returns what proves to Meta that the address is ours, and notes that it was verified.
 * @throws Refusal ERR_NO_PERMISSION for an unknown address or another verify token, ERR_TOO_MANY_REQUESTS
 */
async function verifyWebhook(platform: Platform, request: Request, verification: Verification) {
  const { key, mode, verifyToken, challenge } = verification
  const home = await findHolderByKey(platform, key)
  const isRight = isSameSecret(verifyToken, home?.account?.verifyToken ?? '')
  limitGuesses(platform, request, 'metaVerifyToken', `${key}\n${verifyToken}`, isRight)
  const isMeta = mode === 'subscribe' && /^[\x20-\x7e]{1,200}$/.test(challenge)
  if (!home || !isMeta || !isRight) refuse('ERR_NO_PERMISSION')
  noteVerified(home)
  return challenge
}

/** Whether a webhook's address has a known key, so that its body may be read before the signature is checked. */
export function isWebhookAddress(platform: Platform, { method, url }: Request) {
  const [, key] = /^\/webhook\/meta\/([A-Za-z0-9]{30})$/.exec(new URL(url).pathname) ?? []
  return method === 'POST' && key !== undefined && findConnectionByWebhookKey(platform, key) !== undefined
}
