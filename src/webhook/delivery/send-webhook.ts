import type { Clock } from '../../kernel/time/clock'
import type { GuardedFetch } from '../../kernel/outgoing/guarded-fetch'
import { OutgoingError } from '../../kernel/outgoing/outgoing-error'
import type { WebhookTarget } from '../receiver/webhook-target'
import { createHmac } from 'node:crypto'

interface Webhook extends Signed {
  url: string
  event: string
  headers?: Record<string, string>
}

export interface WebhookResult {
  ok: boolean
  status: number | null
  error: string
  durationMs: number
}

const timeoutMs = 10_000
/** Only the status of an answer is used. */
const responseBytesMax = 64 * 1024

/** A redirect fails: following would send it unsigned or as a GET. @throws the signal's reason */
export async function sendWebhook(
  call: GuardedFetch,
  { url, event, headers: more, ...signed }: Webhook,
  signal?: AbortSignal,
): Promise<WebhookResult> {
  const started = performance.now()
  const durationMs = () => Math.round(performance.now() - started)
  const accepted = (status: number) => ({ ok: true, status, error: '', durationMs: durationMs() })
  try {
    const headers = { ...signatureHeaders(signed), 'x-recado-event': event, ...more }
    const limits = { timeoutMs, responseBytesMax, redirectsMax: 0 }
    const { status } = await call(url, { method: 'POST', headers, body: signed.body, signal, ...limits })
    return accepted(status)
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    const status = error.response?.status ?? null
    // Accepted; the unused answer was too long.
    if (error.reason === 'tooLarge' && status !== null && status >= 200 && status < 300) return accepted(status)
    return { ok: false, status, error: error.reason, durationMs: durationMs() }
  }
}

export async function sendPing(call: GuardedFetch, clock: Clock, { url, secret }: WebhookTarget) {
  const at = clock.now()
  const [deliveryId, event] = [Bun.randomUUIDv7(), 'ping']
  const body = JSON.stringify({ id: deliveryId, event, createdAt: at.toISOString() })
  const result = await sendWebhook(call, { url, secret, deliveryId, event, body, at })
  const { ok, ...facts } = result
  const state = ok ? ('sent' as const) : ('dead' as const)
  return { ...facts, deliveryId, event, state, attempts: 1, createdAt: at, attemptedAt: clock.now(), result }
}

interface Signed {
  deliveryId: string
  body: string
  secret: string
  at: Date
}

/** See docs/webhooks.md. Without a secret nothing is signed. */
export function signatureHeaders({ deliveryId, body, secret, at }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const digest = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return {
    'content-type': 'application/json',
    'x-recado-delivery': deliveryId,
    'x-recado-timestamp': timestamp,
    ...(secret !== '' && { 'x-recado-signature': `sha256=${digest}` }),
  }
}
