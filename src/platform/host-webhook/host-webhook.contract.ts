import * as v from 'valibot'
import { HttpUrl } from '../../kernel/http/body-values'

export const WebhookUrl = v.union([v.literal(''), HttpUrl])

export const HostWebhookBody = v.object({
  url: v.optional(WebhookUrl),
  withTexts: v.optional(v.boolean()),
})
export type HostWebhookBody = v.InferOutput<typeof HostWebhookBody>
