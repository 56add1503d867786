import type { CompanyContext } from '../../../kernel/company/company-context'
import { Refusal, refuse } from '../../../kernel/errors'
import type { ConnectionId } from '../../../kernel/ids'
import type { AccountHost, GivenAccount } from '../../channel-provider'
import type { NewConnection } from '../../new-connection.contract'
import { openGraph } from '../graph/graph-client'
import { GraphError } from '../graph/graph-error'
import { type FacebookAccount, readTokenEnd } from './facebook-login'
import { changePageAccount, readPageAccount } from './page-account'
import type { LinkedAccounts } from './page-account.calls'
import { pageAccountTable } from './page-account.tables'
import { subscribe, unsubscribe } from './page-kinds'

const nameMax = 50

/** Known accounts get a new token. What cannot be linked is listed; the others go on. */
export async function linkAccounts(
  host: AccountHost,
  ctx: CompanyContext,
  accounts: readonly FacebookAccount[],
  shared: Omit<NewConnection, 'name'>,
): Promise<LinkedAccounts> {
  const linked: LinkedAccounts = { connections: [], notLinked: [] }
  for (const account of accounts) {
    const { channel, accountId, name } = account
    try {
      const known = host.findOwn(ctx, channel, accountId)
      const given = givenOf(ctx, account)
      const id = known?.id ?? (await create(host, ctx, account, shared))
      if (known) await host.update(ctx, known.id, given)
      linked.connections.push({ id, channel, name: host.getManaged(ctx, id).name })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      linked.notLinked.push({ name, channel, error: errorOf(error) })
    }
  }
  return linked
}

const errorOf = ({ code, details }: Refusal) => (details.fields?.['accountId'] === 'taken' ? 'ERR_ACCOUNT_TAKEN' : code)

/** A page and its Instagram account often share a name, and names are unique. */
async function create(
  host: AccountHost,
  ctx: CompanyContext,
  account: FacebookAccount,
  shared: Omit<NewConnection, 'name'>,
) {
  const { name: own, username, channel } = account
  const label = channel === 'instagram' ? `Instagram ${username}` : own
  const base = (own.length >= 2 ? own : label || account.accountId).slice(0, nameMax)
  const names = [base, `${base.slice(0, nameMax - 12)} (${channel === 'instagram' ? 'Instagram' : 'Facebook'})`]
  const name =
    names.find((one) => host.isNameFree(ctx, one)) ?? `${base.slice(0, nameMax - 7)} ${account.accountId.slice(-6)}`
  return host.create(ctx, { ...shared, name }, givenOf(ctx, account))
}

function givenOf(
  ctx: CompanyContext,
  { channel, accountId, pageId, name, username, token }: FacebookAccount,
): GivenAccount {
  return {
    channel,
    accountId,
    field: 'accountId',
    async check() {
      let tokenExpiresAt: Date | null
      try {
        tokenExpiresAt = await readTokenEnd(ctx, token)
        await subscribe(openGraph(ctx, { token, appSecret: ctx.company.services.graph.appSecret }), pageId)
      } catch (error) {
        if (!(error instanceof GraphError)) throw error
        refuse(error.isNoAnswer ? 'ERR_CLOUD_UNAVAILABLE' : 'ERR_META_REFUSED', { message: error.sentence })
      }
      return ({ db, company, now }, connectionId) => {
        const sealed = company.services.sealer.seal(token)
        const columns = { pageId, name, username, token: sealed, tokenExpiresAt, updatedAt: now }
        db.insert(pageAccountTable)
          .values({ connectionId, ...columns })
          .onConflictDoUpdate({ target: pageAccountTable.connectionId, set: columns })
          .run()
      }
    },
  }
}

export async function disconnectPage(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  leave: (pageId: string) => Promise<boolean>,
) {
  const account = readPageAccount(ctx, connectionId)
  if (!account) return
  changePageAccount(ctx, connectionId, { token: '' })
  if (await leave(account.pageId)) return
  try {
    await unsubscribe(openGraph(ctx, account), account.pageId)
  } catch (error) {
    // Meta's events are then dropped.
    if (!(error instanceof GraphError)) throw error
  }
}
