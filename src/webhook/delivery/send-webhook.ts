import type { GuardedFetch } from '../../kernel/outgoing/guarded-fetch'
import { OutgoingError } from '../../kernel/outgoing/outgoing-error'
import { type Signed, signatureHeaders } from './signature'

interface Webhook extends Signed {
  url: string
  event: string
}

export interface WebhookResult {
  ok: boolean
  /** HTTP status; null without an answer. */
  status: number | null
  error: string
  durationMs: number
}

const timeoutMs = 10_000
/** Only the status of an answer is used. */
const responseBytesMax = 64 * 1024

/**
 * Sends a webhook once. A redirect counts as a failure, because following it would send the body unsigned or as a
 * GET. @throws the reason of `signal` when it is aborted
 */
export async function sendWebhook(
  call: GuardedFetch,
  { url, event, ...signed }: Webhook,
  signal?: AbortSignal,
): Promise<WebhookResult> {
  const started = performance.now()
  const durationMs = () => Math.round(performance.now() - started)
  const accepted = (status: number) => ({ ok: true, status, error: '', durationMs: durationMs() })
  try {
    const headers = { ...signatureHeaders(signed), 'x-recado-event': event }
    const limits = { timeoutMs, responseBytesMax, redirectsMax: 0 }
    const { status } = await call(url, { method: 'POST', headers, body: signed.body, signal, ...limits })
    return accepted(status)
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    const status = error.response?.status ?? null
    // Accepted; only the unused answer was too long.
    if (error.reason === 'tooLarge' && status !== null && status >= 200 && status < 300) return accepted(status)
    return { ok: false, status, error: error.reason, durationMs: durationMs() }
  }
}
