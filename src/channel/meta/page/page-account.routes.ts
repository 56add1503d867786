import { Elysia } from 'elysia'
import type { CompanyContext } from '../../../kernel/company/company-context'
import { readSecret } from '../../../kernel/config/sealed-secret'
import { refuse, required } from '../../../kernel/errors'
import { answerCalls } from '../../../kernel/http/answer-calls'
import type { UserGuard, SuperUserGuard } from '../../../kernel/http/user-guard'
import type { ConnectionId } from '../../../kernel/ids'
import type { AccountHost, EnterCompany } from '../../channel-provider'
import { findHostApp } from '../meta-login'
import type { LoginReturnBody } from '../meta-login.contract'
import { type FacebookAccount, getLogin, loginAddress, readAccounts, readLogin } from './facebook-login'
import { changePageAccount, findPageAccount } from './page-account'
import { pageAccountCalls, type PageAccountView, pageSupportCalls } from './page-account.calls'
import type { LinkAccountsBody } from './page-account.contract'
import { linkAccounts } from './page-links'

export function pageAccountRoutes(guard: UserGuard, host: AccountHost) {
  return answerCalls(new Elysia({ name: 'page-accounts' }).use(guard), pageAccountCalls, {
    'GET /facebook': ({ ctx }) => ({ hasHostApp: findHostApp(ctx) !== undefined && host.pageUrl('') !== undefined }),
    'POST /facebook': async ({ ctx, body }) => {
      host.assertMayManage(ctx)
      const { facebookUserId, facebookUserToken, addInstagram, ...shared } = body
      const found = await readAccounts(ctx, facebookUserId, facebookUserToken)
      const wanted = found.filter(({ channel }) => channel === 'facebook' || addInstagram)
      return linkAccounts(host, ctx, wanted, shared)
    },
    'POST /facebook/login': ({ ctx }) => {
      host.assertMayManage(ctx)
      return { address: loginAddress(ctx, getRedirectUri(host)) }
    },
    'POST /facebook/accounts': ({ ctx, body }) => {
      host.assertMayManage(ctx)
      return findAccounts(host, ctx, body)
    },
    'POST /facebook/links': ({ ctx, body }) => {
      host.assertMayManage(ctx)
      return linkChosen(host, ctx, body)
    },
    'GET /facebook/:id': ({ ctx, params }) => present(host, ctx, params.id),
    'PUT /facebook/:id': ({ ctx, params, body }) => {
      const before = present(host, ctx, params.id)
      ctx.transaction(() => {
        changePageAccount(ctx, params.id, { ...body, updatedAt: ctx.now })
        host.accountChanged(ctx, params.id)
      })
      return { ...before, ...body }
    },
  })
}

export function pageSupportRoutes(guard: SuperUserGuard, enter: EnterCompany) {
  return answerCalls(new Elysia({ name: 'page-support' }).use(guard), pageSupportCalls, {
    'POST /companies/:id/facebook/login': ({ operator, params }) => {
      const { ctx, host } = enter(operator, params.id)
      return { address: loginAddress(ctx, getRedirectUri(host)) }
    },
    'POST /companies/:id/facebook/accounts': ({ operator, params, body }) => {
      const { ctx, host } = enter(operator, params.id)
      return findAccounts(host, ctx, body)
    },
    'POST /companies/:id/facebook/links': ({ operator, params, body }) => {
      const { ctx, host } = enter(operator, params.id)
      return linkChosen(host, ctx, body)
    },
  })
}

/** All logins return to one page, since the app lists each address. @throws Refusal ERR_NO_META_APP without a public address */
const getRedirectUri = (host: AccountHost) => host.pageUrl('/connections') ?? refuse('ERR_NO_META_APP')

async function findAccounts(host: AccountHost, ctx: CompanyContext, returned: LoginReturnBody) {
  const { link, accounts } = await readLogin(ctx, returned, getRedirectUri(host))
  return { link, accounts: accounts.map((account) => presentFound(host, ctx, account)) }
}

function linkChosen(host: AccountHost, ctx: CompanyContext, { link, accountIds, ...shared }: LinkAccountsBody) {
  const chosen = getLogin(ctx, link).filter(({ accountId }) => accountIds.includes(accountId))
  return linkAccounts(host, ctx, chosen, shared)
}

function presentFound(host: AccountHost, ctx: CompanyContext, account: FacebookAccount) {
  const { accountId, channel, name, username } = account
  return { accountId, channel, name, username, connectionName: host.findOwn(ctx, channel, accountId)?.name ?? null }
}

/** @throws Refusal ERR_NO_PERMISSION, ERR_NO_WAPP_FOUND */
function present(host: AccountHost, ctx: CompanyContext, whatsappId: ConnectionId): PageAccountView {
  const { name, channel } = host.getManaged(ctx, whatsappId)
  const row = required(findPageAccount(ctx, whatsappId), 'ERR_NO_WAPP_FOUND')
  const { pageId, username, humanAgent, takesComments, tokenExpiresAt, verifiedAt } = row
  return {
    whatsappId,
    name,
    channel: channel === 'instagram' ? channel : 'facebook',
    pageId,
    accountName: row.name,
    username,
    token: readSecret(ctx.company.services.sealer, row.token).state,
    tokenExpiresAt: tokenExpiresAt?.toISOString() ?? null,
    verifiedAt: verifiedAt?.toISOString() ?? null,
    humanAgent,
    takesComments,
  }
}
