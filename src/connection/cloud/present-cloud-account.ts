import type { CompanyContext } from '../../kernel/company/company-context'
import { readSecret } from '../../kernel/config/sealed-secret'
import { refuse, required } from '../../kernel/errors'
import type { ConnectionId } from '../../kernel/ids'
import type { Platform } from '../../platform/platform'
import { canManageConnections } from '../connection.policy'
import { getConnection } from '../connection.queries'
import type { CloudAccountView } from './cloud-account.calls'
import { findCloudAccount } from './cloud-account.queries'

/** @throws Refusal ERR_NO_PERMISSION, ERR_NO_WAPP_FOUND */
export function presentCloudAccount(
  { config, hostKey }: Platform,
  ctx: CompanyContext,
  connectionId: ConnectionId,
): CloudAccountView {
  const { name } = getConnection(ctx, connectionId)
  if (!canManageConnections(ctx.actor)) refuse('ERR_NO_PERMISSION')
  const account = required(findCloudAccount(ctx, connectionId), 'ERR_NO_WAPP_FOUND')
  const { phoneNumberId, businessAccountId, webhookKey, verifyToken, verifiedAt, verifiedName, quality, tier } = account
  return {
    whatsappId: connectionId,
    name,
    phoneNumberId,
    businessAccountId,
    token: readSecret(hostKey, account.token).state,
    appSecret: readSecret(hostKey, account.appSecret).state,
    hasHostApp: config.graph.appSecret !== undefined,
    webhookUrl: `${config.publicUrl ?? ''}/webhook/meta/${webhookKey}`,
    verifyToken,
    verifiedAt: verifiedAt?.toISOString() ?? null,
    verifiedName,
    quality,
    tier,
  }
}
