import { eq, ne } from 'drizzle-orm'
import { channelRules } from '../../channel/channel-rules.contract'
import { createContext, type CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import type { CompanyId, ConnectionId } from '../../kernel/ids'
import { isCopy } from '../../platform/company/mute-company'
import { type AccountDetails, accountName } from '../../platform/names/names'
import type { Platform } from '../../platform/platform'
import { type Connection, findProvider } from '../connection.queries'
import { connectionTable } from '../connection.tables'

const accountIdLengthMax = 200

interface ClaimedAccount {
  channel: Connection['channel']
  accountId: string
  id?: ConnectionId
}

/** @throws Refusal ERR_INVALID_INPUT `taken`, ERR_CHANNEL_CANNOT for channels with a session */
export async function claimAccount(
  { names }: Platform,
  ctx: CompanyContext,
  { channel, accountId, id }: ClaimedAccount,
) {
  if (channelRules[channel].entrance !== 'webhook') refuse('ERR_CHANNEL_CANNOT')
  if (accountId === '' || accountId.length > accountIdLengthMax) {
    refuse('ERR_INVALID_INPUT', { fields: { accountId: accountId === '' ? 'required' : 'tooLong' } })
  }
  const owner = { companyId: ctx.company.id, ...(id !== undefined && { recordId: id }) }
  const claim = await names.accounts.claim(accountName(channel, accountId), owner)
  return claim ?? refuse('ERR_INVALID_INPUT', { fields: { accountId: 'taken' } })
}

/** The account is claimed. */
export function writeChannelAccount(ctx: CompanyContext, id: ConnectionId, accountId: string) {
  ctx.db.update(connectionTable).set({ accountId, updatedAt: ctx.now }).where(eq(connectionTable.id, id)).run()
}

/** Corrects the index after a restore, a move, or a crash between two files. Runs for each file that is opened. */
export function rebuildAccountIndex(platform: Platform, companyId: CompanyId) {
  if (isCopy(platform, companyId)) return
  const { channel, accountId, id: connectionId } = connectionTable
  const ctx = createContext(platform.files.use(companyId))
  const accounts = ctx.db
    .select({ channel, accountId, connectionId })
    .from(connectionTable)
    .where(ne(accountId, ''))
    .all()
    .map((row) => ({
      name: accountName(row.channel, row.accountId),
      recordId: row.connectionId,
      details: accountDetails(ctx, row.connectionId),
    }))
  return platform.names.accounts.rebuild(companyId, accounts)
}

export function accountDetails(ctx: CompanyContext, id: ConnectionId): AccountDetails {
  const { webhookKey, subscriptionId } = findProvider(ctx, id)?.webhook?.account(ctx, id) ?? {}
  return { webhookKey, subscriptionId }
}
