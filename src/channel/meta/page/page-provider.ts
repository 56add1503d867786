import { readSecret } from '../../../kernel/config/sealed-secret'
import type { ChannelProvider } from '../../channel-provider'
import { normalisePage } from './normalise-page'
import { changePageAccount, findPageAccount } from './page-account'
import { pageAccountTable } from './page-account.tables'
import { openPageChannel } from './page-channel'
import { eventObjects, type PageChannelName } from './page-kinds'
import { disconnectPage } from './page-links'
import { splitPageWebhook } from './split-page-webhook'

export const createPageProvider = (channel: PageChannelName): ChannelProvider => ({
  channel,
  createDriver: () => ({ open: openPageChannel(channel), normalise: normalisePage, forget: disconnectPage }),
  webhook: {
    split: (body) => splitPageWebhook(body, eventObjects[channel]),
    account(ctx, connectionId) {
      const row = findPageAccount(ctx, connectionId)
      if (!row) return undefined
      const isWanted = readSecret(ctx.company.services.sealer, row.token).state === 'set'
      const subscription = isWanted ? { subscriptionId: row.pageId } : {}
      const { takesComments, verifiedAt } = row
      return { businessAccountId: '', isWanted, isVerified: verifiedAt !== null, takesComments, ...subscription }
    },
    secret: ({ company }) => company.services.graph.appSecret,
    noteVerified: (ctx, connectionId) => changePageAccount(ctx, connectionId, { verifiedAt: ctx.now }),
  },
  accountFacts(ctx, connectionId) {
    const row = findPageAccount(ctx, connectionId)
    if (!row) return undefined
    const { name, username, tokenExpiresAt } = row
    const accessEndsAt = tokenExpiresAt?.toISOString() ?? null
    return {
      verifiedName: username ? `@${username}` : name,
      quality: '',
      tier: '',
      isVerified: true,
      accessEndsAt,
      reported: null,
    }
  },
  credentialTables: [pageAccountTable],
  sendFaults: { 368: 'account', 1_893_063: 'account' },
  hasHumanAgent: (ctx, connectionId) => findPageAccount(ctx, connectionId)?.humanAgent ?? false,
})
