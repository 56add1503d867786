import type { SupportAct } from '../connection/connection.contract'
import { isAdmin } from '../kernel/company/actor'
import { type CompanyContext, createContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import type { Operator } from '../kernel/http/super-user-guard'
import { listCompanyIds } from '../platform/company/company.queries'
import { listSupportAudit } from '../platform/company/support-audit'
import type { Platform } from '../platform/platform'
import { findUser } from '../user/user.queries'

/** Lists what the host did to the company's connections, the latest first. @throws Refusal ERR_NO_PERMISSION */
export function listSupportLog(platform: Platform, ctx: CompanyContext, pageNumber: number) {
  if (!isAdmin(ctx.actor)) refuse('ERR_NO_PERMISSION')
  const { entries, hasMore, count } = listSupportAudit(platform, ctx.company.id, pageNumber)
  const nameOf = userNames(platform)
  const records = entries.map(({ id, at, what, by, connection }) => ({
    id,
    at: at.toISOString(),
    what: what as SupportAct,
    connectionId: connection?.id ?? null,
    connectionName: connection?.name ?? null,
    userName: by ? nameOf(by) : '',
  }))
  return { records, hasMore, count }
}

/** Super users are in the files of the host's companies. */
function userNames(platform: Platform) {
  const companyIds = new Set(listCompanyIds(platform))
  return ({ companyId, userId }: Operator) =>
    companyIds.has(companyId) ? (findUser(createContext(platform.files.use(companyId)), userId)?.name ?? '') : ''
}
