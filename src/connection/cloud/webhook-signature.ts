import { createHmac } from 'node:crypto'
import { createContext } from '../../kernel/company/company-context'
import { readSecret } from '../../kernel/config/sealed-secret'
import { isSameSecret } from '../../kernel/config/secret-text'
import type { CompanyId, ConnectionId } from '../../kernel/ids'
import type { Platform } from '../../platform/platform'
import { findCloudAccount } from './cloud-account.queries'

/**
 * Returns whether the app of the connection signed the bytes as they arrived. The file of the company must be ready.
 * Always false while no app secret is known.
 */
export function isSignedFor(
  platform: Platform,
  { companyId, connectionId }: { companyId: CompanyId; connectionId: ConnectionId },
  bytes: Uint8Array,
  signature: string,
) {
  const secret = appSecretOf(platform, companyId, connectionId)
  if (secret === undefined) return false
  return isSameSecret(signature, `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`)
}

/** The connection's own app secret, or the host's. */
function appSecretOf(platform: Platform, companyId: CompanyId, connectionId: ConnectionId) {
  const ctx = createContext(platform.files.use(companyId))
  const stored = findCloudAccount(ctx, connectionId)?.appSecret
  if (stored === undefined) return undefined
  const own = readSecret(platform.hostKey, stored)
  if (own.state === 'none') return platform.config.graph.appSecret
  return own.state === 'set' ? own.text : undefined
}
