import * as v from 'valibot'
import { defineCalls } from '../kernel/http/calls'
import { IdParams } from '../kernel/http/request-parts'
import { HostWebhookBody } from '../platform/host-webhook/host-webhook.contract'
import { deliveryStates } from '../platform/webhook-log.tables'

const settings = {
  url: v.string(),
  withTexts: v.boolean(),
  /** `unreadable`: sealed by another host. */
  secret: v.picklist(['none', 'set', 'unreadable']),
  /** End of the pause after too many failures in a row. */
  pausedUntil: v.nullable(v.string()),
}
export const WebhookView = v.object(settings)
export type WebhookView = v.InferOutput<typeof WebhookView>
const SavedWebhookView = v.object({ ...settings, newSecret: v.nullable(v.string()) })
export const NewSecretView = v.object({ newSecret: v.string() })

export const DeliveryView = v.object({
  id: v.number(),
  deliveryId: v.string(),
  /** Null for a test. */
  company: v.nullable(v.object({ id: v.number(), name: v.string() })),
  event: v.string(),
  state: v.picklist(deliveryStates),
  attempts: v.number(),
  /** Null without an answer. */
  status: v.nullable(v.number()),
  error: v.string(),
  durationMs: v.nullable(v.number()),
  createdAt: v.string(),
  attemptedAt: v.string(),
  maySendAgain: v.boolean(),
})
export type DeliveryView = v.InferOutput<typeof DeliveryView>

export const WebhookResultView = v.object({
  ok: v.boolean(),
  status: v.nullable(v.number()),
  error: v.string(),
  durationMs: v.number(),
})
export type WebhookResultView = v.InferOutput<typeof WebhookResultView>

export const hostWebhookCalls = defineCalls({
  'GET /gestor-webhook': { answer: WebhookView },
  'PUT /gestor-webhook': { body: HostWebhookBody, answer: SavedWebhookView },
  'POST /gestor-webhook/secret': { answer: NewSecretView },
  'POST /gestor-webhook/test': { answer: WebhookResultView },
  'GET /gestor-webhook/deliveries': { answer: v.array(DeliveryView) },
  'POST /gestor-webhook/deliveries/:id/send': { params: IdParams, answer: WebhookResultView },
})

export const companyWebhookCalls = defineCalls({
  'GET /company-webhook': { answer: WebhookView },
  'PUT /company-webhook': { body: HostWebhookBody, answer: SavedWebhookView },
  'POST /company-webhook/secret': { answer: NewSecretView },
  'POST /company-webhook/test': { answer: WebhookResultView },
  'GET /company-webhook/deliveries': { answer: v.array(DeliveryView) },
  'POST /company-webhook/deliveries/:id/send': { params: IdParams, answer: WebhookResultView },
})

type PausedTarget = 'host' | 'company' | 'connection'

declare module '../kernel/live/live-events.contract' {
  interface LiveEvents {
    webhook: { action: 'paused'; target: PausedTarget; whatsappId: number | null; pausedUntil: string }
  }
}

/** @param whatsappId of a connection's webhook */
export function pausedEvent(target: PausedTarget, until: Date, whatsappId: number | null = null) {
  return { event: 'webhook', data: { action: 'paused', target, whatsappId, pausedUntil: until.toISOString() } } as const
}
