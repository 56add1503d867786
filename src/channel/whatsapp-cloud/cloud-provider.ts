import type { ChannelProvider, AccountHost, GivenAccount } from '../channel-provider'
import { cloudChannel } from '../channel-rules.contract'
import {
  changeCloudAccount,
  conversationsMax,
  findAppSecret,
  findBusinessScope,
  findCloudAccount,
  hasHostApp,
  isReceivedByHost,
  listCharges,
} from './account/cloud-account'
import { cloudAccountTable } from './account/cloud-account.tables'
import { createCloudChannel } from './cloud-channel'
import { openCloudTemplates } from './cloud-templates'
import { normalise } from './receive/normalise'
import { readNotice } from './receive/read-notice'
import { splitWebhook } from './receive/split-webhook'
import { sendFaults } from './send-faults'
import { Elysia } from 'elysia'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { UserGuard } from '../../kernel/http/user-guard'
import type { CompanyContext } from '../../kernel/company/company-context'
import { readSecret } from '../../kernel/config/sealed-secret'
import { refuse, required } from '../../kernel/errors'
import type { ConnectionId } from '../../kernel/ids'
import { acceptAccount } from './account/accept-account'
import { cloudAccountCalls, type CloudAccountView } from './account/cloud-account.calls'
import type { UpdateCloudAccountBody } from './account/cloud-account.contract'
import { getNumber, hasSignup, readNumbers, sharedAccountOf, signupAddress } from './account/embedded-signup'

export const cloudProvider: ChannelProvider = {
  channel: cloudChannel,
  createDriver: () => ({
    open: createCloudChannel,
    normalise,
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
  credentialTables: [cloudAccountTable],
  readNotice,
  accountFacts(ctx, connectionId) {
    const row = findCloudAccount(ctx, connectionId)
    if (!row) return undefined
    const { verifiedName, quality, tier, verifiedAt, reportedError, reportedAt } = row
    const isVerified = verifiedAt !== null || isReceivedByHost(ctx, row)
    const reported = reportedAt && { at: reportedAt.toISOString(), text: reportedError }
    return { verifiedName, quality, tier, isVerified, accessEndsAt: null, reported }
  },
  conversationsMax,
  hasPhone: (ctx, connectionId) => findCloudAccount(ctx, connectionId)?.isInApp ?? false,
  sendFaults,
  identityScope: findBusinessScope,
  openTemplates: openCloudTemplates,
}

function cloudAccountRoutes(guard: UserGuard, host: AccountHost) {
  const getRedirectUri = () => host.pageUrl('/connections') ?? refuse('ERR_NO_META_APP')

  return answerCalls(new Elysia({ name: 'cloud-accounts' }).use(guard), cloudAccountCalls, {
    'GET /whatsapp-cloud': ({ ctx }) => ({
      hasHostApp: hasHostApp(ctx),
      hasSignup: hasSignup(ctx) && host.pageUrl('') !== undefined,
    }),
    'POST /whatsapp-cloud': async ({ ctx, body }) => {
      const id = await host.create(ctx, body, accountOf(ctx, body))
      return present(host, ctx, id)
    },
    'POST /whatsapp-cloud/login': ({ ctx, body }) => {
      host.assertMayManage(ctx)
      return { address: signupAddress(ctx, getRedirectUri(), body.isInApp) }
    },
    'POST /whatsapp-cloud/numbers': async ({ ctx, body }) => {
      host.assertMayManage(ctx)
      const { link, accounts } = await readNumbers(ctx, body, getRedirectUri())
      const numbers = accounts.map(({ token: _token, businessAccountId: _id, isInApp: _isInApp, ...number }) => ({
        ...number,
        connectionName: host.findOwn(ctx, cloudChannel, number.phoneNumberId)?.name ?? null,
      }))
      return { link, numbers }
    },
    'POST /whatsapp-cloud/links': async ({ ctx, body }) => {
      host.assertMayManage(ctx)
      const { link, phoneNumberId, pin, ...connection } = body
      const account = sharedAccountOf(ctx, getNumber(ctx, link, phoneNumberId), pin)
      const known = host.findOwn(ctx, cloudChannel, phoneNumberId)?.id
      if (known !== undefined) await host.update(ctx, known, account)
      return present(host, ctx, known ?? (await host.create(ctx, connection, account)))
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
    webhook: isReceivedByHost(ctx, account) ? null : { url: host.webhookUrl(webhookKey), verifyToken },
    verifiedAt: verifiedAt?.toISOString() ?? null,
    verifiedName,
    quality,
    tier,
    historyError: account.historyError,
    reportedError: account.reportedError,
    reportedAt: account.reportedAt?.toISOString() ?? null,
    months: listCharges(ctx, connectionId),
  }
}
