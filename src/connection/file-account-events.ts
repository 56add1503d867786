import { type CompanyContext, createContext } from '../kernel/company-context'
import { refuse } from '../kernel/errors'
import type { CompanyId } from '../kernel/ids'
import { type ChannelAccount, findConnectionByAccount } from '../platform/channel-account'
import { getCompany } from '../platform/company.queries'
import { noteMayConnect } from '../platform/connection-hint'
import type { Platform } from '../platform/platform'
import './connection-control'
import { countFiled, fileInbound } from './inbox'

const payloadsMax = 1000
const payloadCharactersMax = 1024 * 1024
/** Filed and not yet interpreted, for one connection. */
const backlogMax = 50_000
/** Providers give up on a webhook that does not answer within ten to twenty seconds. */
const updateWaitMsMax = 5_000

/**
 * Files raw events that a provider delivered by a signed webhook; a channel's route calls it after it has checked the
 * signature. The events are durable when this resolves, so that the provider may be answered, and are then interpreted as
 * those of a session are: in order, and without effect where they are known. Those of a company that is switched off
 * stay filed until it is switched on. False when no connection speaks for the account, which no retry would change.
 * @throws Refusal ERR_TOO_MANY_REQUESTS while too much waits, ERR_REQUEST_TOO_LARGE, and as `files.ready`; anything thrown
 * means that nothing was filed and the provider should deliver again
 */
export async function fileAccountEvents(
  platform: Platform,
  account: ChannelAccount,
  payloads: readonly string[],
): Promise<boolean> {
  if (payloads.length > payloadsMax || payloads.some(({ length }) => length > payloadCharactersMax)) {
    refuse('ERR_REQUEST_TOO_LARGE')
  }
  const company = findConnectionByAccount(platform, account)?.companyId
  if (company === undefined) return false
  await platform.files.ready(company, updateWaitMsMax)
  // Asked again: meanwhile, or by opening the file, the account may have become another's or nobody's.
  const holder = findConnectionByAccount(platform, account)
  if (!holder) return false
  if (holder.companyId !== company) return fileAccountEvents(platform, account, payloads)
  const ctx = createContext(platform.files.use(company))
  // Before the commit: a process that is killed right after it must find the company at its next start.
  noteMayConnect(platform, company, true)
  file(ctx, holder.connectionId, payloads)
  if (isActive(platform, company)) ctx.company.services.ports.connections.wakeInbox(company, holder.connectionId)
  return true
}

function file(ctx: CompanyContext, connectionId: number, payloads: readonly string[]) {
  ctx.transaction(() => {
    if (countFiled(ctx, connectionId, backlogMax) + payloads.length > backlogMax) {
      refuse('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds: 60 })
    }
    fileInbound(ctx, connectionId, payloads)
  })
}

const isActive = (platform: Platform, id: CompanyId) => getCompany(platform, id).company.status
