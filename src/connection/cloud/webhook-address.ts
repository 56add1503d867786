import { findConnectionByWebhookKey } from '../../platform/connection-index/channel-account'
import type { Platform } from '../../platform/platform'

/** Whether a webhook's address has a known key, so that its body may be read before the signature is checked. */
export function isWebhookAddress(platform: Platform, { method, url }: Request) {
  const [, key] = /^\/webhook\/meta\/([A-Za-z0-9]{30})$/.exec(new URL(url).pathname) ?? []
  return method === 'POST' && key !== undefined && findConnectionByWebhookKey(platform, key) !== undefined
}
