import type { HostWebhook } from '../../platform/host-webhook/host-webhook'
import type { WebhookView } from '../webhook.calls'

export function presentWebhook(
  { url, withTexts, secret, isUnreadable }: HostWebhook,
  pausedUntil: Date | undefined,
): WebhookView {
  const state = isUnreadable ? 'unreadable' : secret ? 'set' : 'none'
  return { url, withTexts, secret: state, pausedUntil: pausedUntil?.toISOString() ?? null }
}
