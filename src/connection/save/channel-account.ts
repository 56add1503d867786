import { eq, ne } from 'drizzle-orm'
import { channelRules } from '../../channel/channel-rules.contract'
import { createContext, type CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import type { CompanyId, ConnectionId } from '../../kernel/ids'
import { claimChannelAccount, rebuildChannelAccounts } from '../../platform/connection-index/channel-account'
import { isCopy } from '../../platform/company/mute-company'
import type { Platform } from '../../platform/platform'
import { findProvider, getConnection } from '../connection.queries'
import { connectionTable } from '../connection.tables'

const accountIdLengthMax = 200

/** Returns the undoing of the catalog. @throws Refusal ERR_INVALID_INPUT `taken`, ERR_CHANNEL_CANNOT for channels with a session */
export function writeChannelAccount(platform: Platform, ctx: CompanyContext, id: ConnectionId, accountId: string) {
  const { channel } = getConnection(ctx, id)
  if (channelRules[channel].entrance !== 'webhook') refuse('ERR_CHANNEL_CANNOT')
  if (accountId === '' || accountId.length > accountIdLengthMax) {
    refuse('ERR_INVALID_INPUT', { fields: { accountId: accountId === '' ? 'required' : 'tooLong' } })
  }
  ctx.db.update(connectionTable).set({ accountId, updatedAt: ctx.now }).where(eq(connectionTable.id, id)).run()
  const undo = claimChannelAccount(platform, { channel, accountId, ...indexedOf(ctx, id) }, ctx.company.id, id)
  return undo ?? refuse('ERR_INVALID_INPUT', { fields: { accountId: 'taken' } })
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
    .map((row) => ({ ...row, ...indexedOf(ctx, row.connectionId) }))
  rebuildChannelAccounts(platform, companyId, accounts)
}

function indexedOf(ctx: CompanyContext, id: ConnectionId) {
  const { webhookKey, subscriptionId } = findProvider(ctx, id)?.webhook?.account(ctx, id) ?? {}
  return { webhookKey, subscriptionId }
}
