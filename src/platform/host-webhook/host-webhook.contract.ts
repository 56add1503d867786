import * as v from 'valibot'
import { HttpUrl } from '../../kernel/http/body-values'

/** Empty switches the webhook off. */
export const WebhookUrl = v.union([v.literal(''), HttpUrl])

/** PUT /gestor-webhook; omitted fields stay unchanged. */
export const HostWebhookBody = v.object({
  url: v.optional(WebhookUrl),
  /** Whether deliveries contain message texts. */
  withTexts: v.optional(v.boolean()),
})
export type HostWebhookBody = v.InferOutput<typeof HostWebhookBody>
