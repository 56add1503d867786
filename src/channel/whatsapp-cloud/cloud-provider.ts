import type { ChannelProvider, AccountHost, GivenAccount } from '../channel-provider'
import { cloudChannel } from '../channel-rules.contract'
import {
  changeCloudAccount,
  conversationsMax,
  findAppSecret,
  findBusinessScope,
  findCloudAccount,
  hasHostApp,
  listCharges,
} from './account/cloud-account'
import { createCloudChannel } from './cloud-channel'
import { openCloudTemplates } from './cloud-templates'
import { normalise } from './receive/normalise'
import { readNotice } from './receive/read-notice'
import { splitWebhook } from './receive/split-webhook'
import { Elysia } from 'elysia'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { UserGuard } from '../../kernel/http/user-guard'
import type { CompanyContext } from '../../kernel/company/company-context'
import { readSecret } from '../../kernel/config/sealed-secret'
import { required } from '../../kernel/errors'
import type { ConnectionId } from '../../kernel/ids'
import { acceptAccount } from './account/accept-account'
import { cloudAccountCalls, type CloudAccountView } from './account/cloud-account.calls'
import type { UpdateCloudAccountBody } from './account/cloud-account.contract'

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
    return { verifiedName, quality, tier, isVerified: verifiedAt !== null, accessEndsAt: null }
  },
  conversationsMax,
  identityScope: findBusinessScope,
  openTemplates: openCloudTemplates,
}

function cloudAccountRoutes(guard: UserGuard, host: AccountHost) {
  return answerCalls(new Elysia({ name: 'cloud-accounts' }).use(guard), cloudAccountCalls, {
    'GET /whatsapp-cloud': ({ ctx }) => ({ hasHostApp: hasHostApp(ctx) }),
    'POST /whatsapp-cloud': async ({ ctx, body }) => {
      const id = await host.create(ctx, body, accountOf(ctx, body))
      return present(host, ctx, id)
    },
    'GET /whatsapp-cloud/:id': ({ ctx, params }) => present(host, ctx, params.id),
    'PUT /whatsapp-cloud/:id': async ({ ctx, params, body }) => {
      await host.update(ctx, params.id, accountOf(ctx, body, params.id))
      return present(host, ctx, params.id)
    },
  })
}

const accountOf = (ctx: CompanyContext, given: UpdateCloudAccountBody, id?: ConnectionId): GivenAccount => ({
  channel: cloudChannel,
  accountId: given.phoneNumberId,
  field: 'phoneNumberId',
  check: () => acceptAccount(ctx, given, id),
})

/** @throws Refusal ERR_NO_PERMISSION, ERR_NO_WAPP_FOUND */
function present(host: AccountHost, ctx: CompanyContext, connectionId: ConnectionId): CloudAccountView {
  const { name } = host.getManaged(ctx, connectionId)
  const { sealer } = ctx.company.services
  const account = required(findCloudAccount(ctx, connectionId), 'ERR_NO_WAPP_FOUND')
  const { phoneNumberId, businessAccountId, webhookKey, verifyToken, verifiedAt, verifiedName, quality, tier } = account
  return {
    whatsappId: connectionId,
    name,
    phoneNumberId,
    businessAccountId,
    token: readSecret(sealer, account.token).state,
    appSecret: readSecret(sealer, account.appSecret).state,
    hasHostApp: hasHostApp(ctx),
    webhookUrl: host.webhookUrl(webhookKey),
    verifyToken,
    verifiedAt: verifiedAt?.toISOString() ?? null,
    verifiedName,
    quality,
    tier,
    reportedError: account.reportedError,
    reportedAt: account.reportedAt?.toISOString() ?? null,
    months: listCharges(ctx, connectionId),
  }
}
