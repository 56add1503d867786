import type { ChannelProvider } from '../channel-provider'
import { cloudChannel } from '../channel-rules.contract'
import {
  changeCloudAccount,
  conversationsMax,
  findAppSecret,
  findBusinessScope,
  findCloudAccount,
} from './account/cloud-account'
import { cloudAccountRoutes } from './account/cloud-account.routes'
import { createCloudChannel } from './cloud-channel'
import { openCloudTemplates } from './cloud-templates'
import { normalise } from './receive/normalise'
import { readNotice } from './receive/read-notice'
import { splitWebhook } from './receive/split-webhook'

/** WhatsApp's official API: events arrive by webhook, messages are sent through Meta's Graph API. */
export const cloudProvider: ChannelProvider = {
  channel: cloudChannel,
  createDriver: () => ({
    open: createCloudChannel,
    normalise,
    // The number's other data stays for the next token.
    forget: (ctx, connectionId) => changeCloudAccount(ctx, connectionId, { token: '' }),
  }),
  routes: cloudAccountRoutes,
  webhook: {
    split: splitWebhook,
    account(ctx, connectionId) {
      const row = findCloudAccount(ctx, connectionId)
      return row && { ...row, isWanted: row.token !== '', isVerified: row.verifiedAt !== null }
    },
    secret: findAppSecret,
    noteVerified: (ctx, connectionId) => changeCloudAccount(ctx, connectionId, { verifiedAt: ctx.now }),
  },
  readNotice,
  accountFacts(ctx, connectionId) {
    const row = findCloudAccount(ctx, connectionId)
    if (!row) return undefined
    const { verifiedName, quality, tier, verifiedAt } = row
    return { verifiedName, quality, tier, isVerified: verifiedAt !== null }
  },
  conversationsMax,
  identityScope: findBusinessScope,
  openTemplates: openCloudTemplates,
}
