import { Elysia } from 'elysia'
import type { AccountHost, GivenAccount } from '../../channel-provider'
import { cloudChannel } from '../../channel-rules.contract'
import { answerCalls } from '../../../kernel/http/answer-calls'
import type { UserGuard } from '../../../kernel/http/user-guard'
import { type CompanyContext } from '../../../kernel/company/company-context'
import { readSecret } from '../../../kernel/config/sealed-secret'
import { required } from '../../../kernel/errors'
import type { ConnectionId } from '../../../kernel/ids'
import { acceptAccount } from './accept-account'
import { findCloudAccount, hasHostApp } from './cloud-account'
import { cloudAccountCalls, type CloudAccountView } from './cloud-account.calls'
import type { UpdateCloudAccountBody } from './cloud-account.contract'

export function cloudAccountRoutes(guard: UserGuard, host: AccountHost) {
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
  }
}
