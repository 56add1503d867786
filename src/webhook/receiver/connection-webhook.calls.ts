import * as v from 'valibot'
import { channelNames } from '../../channel/channel-rules.contract'
import { defineCalls } from '../../kernel/http/calls'
import { IdParams, IdText } from '../../kernel/http/request-parts'
import { WebhookUrl } from '../../platform/host-webhook/host-webhook.contract'
import { DeliveryView, NewSecretView, WebhookResultView, WebhookView } from '../webhook.calls'

export const ConnectionWebhookView = v.object({
  whatsappId: v.number(),
  name: v.string(),
  channel: v.picklist(channelNames),
  ...v.omit(WebhookView, ['withTexts']).entries,
})
export type ConnectionWebhookView = v.InferOutput<typeof ConnectionWebhookView>

export const connectionWebhookCalls = defineCalls({
  /** Masked. */
  'GET /connection-webhooks': { answer: v.array(ConnectionWebhookView) },
  'GET /connection-webhooks/:id': { params: IdParams, answer: ConnectionWebhookView },
  'PUT /connection-webhooks/:id': {
    params: IdParams,
    body: v.object({ url: WebhookUrl }),
    answer: v.object({ ...ConnectionWebhookView.entries, newSecret: v.nullable(v.string()) }),
  },
  'POST /connection-webhooks/:id/secret': { params: IdParams, answer: NewSecretView },
  'POST /connection-webhooks/:id/test': { params: IdParams, answer: WebhookResultView },
  'GET /connection-webhooks/:id/deliveries': { params: IdParams, answer: v.array(DeliveryView) },
  'POST /connection-webhooks/:id/deliveries/:deliveryId/send': {
    params: v.object({ id: IdText, deliveryId: IdText }),
    answer: WebhookResultView,
  },
})
