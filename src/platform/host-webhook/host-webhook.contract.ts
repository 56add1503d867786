import * as v from 'valibot'

/** Empty switches the webhook off. */
export const WebhookUrl = v.union([
  v.literal(''),
  v.pipe(v.string(), v.trim(), v.maxLength(2000, 'tooLong'), v.url('url'), v.regex(/^https?:/i, 'url')),
])

/** PUT /gestor-webhook; omitted fields stay unchanged. */
export const HostWebhookBody = v.object({
  url: v.optional(WebhookUrl),
  /** Whether what people wrote is delivered, too. */
  withTexts: v.optional(v.boolean()),
})
export type HostWebhookBody = v.InferOutput<typeof HostWebhookBody>
