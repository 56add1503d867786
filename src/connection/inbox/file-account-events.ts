import { type CompanyContext, createContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import type { CompanyId } from '../../kernel/ids'
import { accountName } from '../../platform/names/names'
import { getCompany } from '../../platform/company/company.queries'
import { setMayConnect } from '../../platform/connection-index/connection-hint'
import type { Platform } from '../../platform/platform'
import { filePushedHistory } from '../history/message-import'
import { fileInbound, isBacklogAbove } from './file-inbound'

export interface ChannelAccount {
  channel: string
  accountId: string
}

const payloadsMax = 1000
const payloadCharactersMax = 1024 * 1024
const backlogMax = 50_000
/** Providers give up after ten to twenty seconds. */
const updateWaitMsMax = 5_000

/**
 * Files raw events whose signature was checked. They are durable when this resolves, and are then interpreted in order and
 * idempotently. Returns false when no connection belongs to the account, which a retry would not change. @throws Refusal; then
 * nothing was filed and the provider should retry
 */
export async function fileAccountEvents(
  platform: Platform,
  account: ChannelAccount,
  payloads: readonly string[],
  { isHistory = false } = {},
): Promise<boolean> {
  if (payloads.length > payloadsMax || payloads.some(({ length }) => length > payloadCharactersMax)) {
    refuse('ERR_REQUEST_TOO_LARGE')
  }
  if (platform.freeSpace.state() === 'full') refuse('ERR_NOT_TAKEN', { retryAfterSeconds: 60 })
  const findHolder = () => platform.names.accounts.find(accountName(account.channel, account.accountId))
  const company = (await findHolder())?.companyId
  if (company === undefined) return false
  await platform.files.ready(company, updateWaitMsMax)
  // The account may have moved meanwhile.
  const holder = await findHolder()
  if (!holder) return false
  if (holder.companyId !== company) return fileAccountEvents(platform, account, payloads, { isHistory })
  const ctx = createContext(platform.files.use(company))
  // Before the commit, so that a process killed right after it finds the company at its next start.
  setMayConnect(platform, company, true)
  if (isHistory) filePushedHistory(ctx, holder.recordId, payloads)
  else file(ctx, holder.recordId, payloads)
  if (isActive(platform, company)) ctx.company.services.ports.connections.wakeInbox(company, holder.recordId)
  return true
}

function file(ctx: CompanyContext, connectionId: number, payloads: readonly string[]) {
  ctx.transaction(() => {
    if (isBacklogAbove(ctx, connectionId, backlogMax - payloads.length)) {
      refuse('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds: 60 })
    }
    fileInbound(ctx, connectionId, payloads)
  })
}

const isActive = (platform: Platform, id: CompanyId) => getCompany(platform, id).company.status
