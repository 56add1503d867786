import { createHmac } from 'node:crypto'
import { createContext } from '../../kernel/company/company-context'
import { readSecret } from '../../kernel/config/sealed-secret'
import { isSameSecret } from '../../kernel/config/secret-text'
import type { CompanyId, ConnectionId } from '../../kernel/ids'
import type { Platform } from '../../platform/platform'
import { findCloudAccount } from './cloud-account.queries'

export type SignatureCheck = (connection: { companyId: CompanyId; connectionId: ConnectionId }) => boolean

/**
 * Returns a function that returns whether the app of a connection signed the bytes as they arrived. The file of its company
 * must be ready. Always false while no app secret is known.
 */
export function createSignatureCheck(platform: Platform, bytes: Uint8Array, signature: string): SignatureCheck {
  // Numbers of one app share its secret, and signing megabytes takes milliseconds.
  const results = new Map<string, boolean>()
  return ({ companyId, connectionId }) => {
    const secret = appSecretOf(platform, companyId, connectionId)
    if (secret === undefined) return false
    const isSigned = results.get(secret) ?? isSameSecret(signature, signatureOf(bytes, secret))
    results.set(secret, isSigned)
    return isSigned
  }
}

const signatureOf = (bytes: Uint8Array, secret: string) =>
  `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`

/** The connection's own app secret, or the host's. */
function appSecretOf(platform: Platform, companyId: CompanyId, connectionId: ConnectionId) {
  const ctx = createContext(platform.files.use(companyId))
  const stored = findCloudAccount(ctx, connectionId)?.appSecret
  if (stored === undefined) return undefined
  const own = readSecret(platform.hostKey, stored)
  if (own.state === 'none') return platform.config.graph.appSecret
  return own.state === 'set' ? own.text : undefined
}
