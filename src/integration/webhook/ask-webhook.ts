import type { GuardedFetch } from '../../kernel/outgoing/guarded-fetch'
import { signatureHeaders } from '../../webhook/delivery/send-webhook'
import { type BotAnswer } from '../bot-answer'
import { integrationErrorOf } from '../integration-error'
import { readWebhookAnswer } from './read-webhook-answer'

interface WebhookQuestion {
  url: string
  secret: string
  deliveryId: string
  event: string
  turn: number
  body: string
  at: Date
}

const timeoutMs = 10_000

/** @throws IntegrationError; the signal's reason */
export async function askWebhook(
  call: GuardedFetch,
  { url, secret, deliveryId, event, turn, body, at }: WebhookQuestion,
  signal: AbortSignal,
): Promise<BotAnswer> {
  const signed = secret === '' ? unsignedHeaders(deliveryId) : signatureHeaders({ deliveryId, body, secret, at })
  const headers = { ...signed, 'x-recado-event': event, 'x-recado-turn': String(turn) }
  try {
    const response = await call(url, { method: 'POST', headers, body, signal, timeoutMs, redirectsMax: 0 })
    return readWebhookAnswer(response.text(), response.headers.get('content-type') ?? '')
  } catch (error) {
    throw integrationErrorOf(error)
  }
}

const unsignedHeaders = (deliveryId: string) => {
  return { 'content-type': 'application/json', 'x-recado-delivery': deliveryId }
}
