import type { Clock } from '../../kernel/time/clock'
import type { GuardedFetch } from '../../kernel/outgoing/guarded-fetch'
import { sendWebhook } from './send-webhook'
import type { WebhookTarget } from '../receiver/webhook-target'

export async function sendPing(call: GuardedFetch, clock: Clock, { url, secret }: WebhookTarget) {
  const at = clock.now()
  const [deliveryId, event] = [Bun.randomUUIDv7(), 'ping']
  const body = JSON.stringify({ id: deliveryId, event, createdAt: at.toISOString() })
  const result = await sendWebhook(call, { url, secret, deliveryId, event, body, at })
  const { ok, ...facts } = result
  const state = ok ? ('sent' as const) : ('dead' as const)
  return { ...facts, deliveryId, event, state, attempts: 1, createdAt: at, attemptedAt: clock.now(), result }
}
