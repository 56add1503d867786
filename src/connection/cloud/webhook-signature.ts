import { createHmac } from 'node:crypto'
import { createContext } from '../../kernel/company/company-context'
import { isSameSecret } from '../../kernel/config/secret-text'
import type { CompanyId, ConnectionId } from '../../kernel/ids'
import type { Platform } from '../../platform/platform'
import { findCloudAccount, readAppSecret } from './cloud-account.queries'

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

function appSecretOf(platform: Platform, companyId: CompanyId, connectionId: ConnectionId) {
  const ctx = createContext(platform.files.use(companyId))
  const stored = findCloudAccount(ctx, connectionId)?.appSecret
  return stored === undefined ? undefined : readAppSecret(ctx, stored)
}
