import { required, refuse } from '../../kernel/errors'
import type { CompanyId } from '../../kernel/ids'
import { getCompany } from '../../platform/company/company.queries'
import { listMovedIn, listMovedInCompanies } from '../../platform/company/moved-in'
import type { Platform } from '../../platform/platform'

export interface ImportedCompany {
  id: CompanyId
  name: string
  movedAt: string
  /** Null while its lines and schedules wait. */
  liveAt: string | null
}

export const listImported = (platform: Platform): ImportedCompany[] =>
  listMovedInCompanies(platform).map((id) => getImported(platform, id))

/** @throws Refusal ERR_NO_COMPANY_FOUND, ERR_NOT_IMPORTED */
export function getImported(platform: Platform, id: CompanyId): ImportedCompany {
  const { name } = getCompany(platform, id).company
  const sources = listMovedIn(platform, id)
  const { movedAt } = required(sources[0], 'ERR_NOT_IMPORTED')
  const liveAt = sources.find((source) => source.liveAt !== null)?.liveAt ?? null
  return { id, name, movedAt: movedAt.toISOString(), liveAt: liveAt?.toISOString() ?? null }
}

/** @throws Refusal as `getImported`, ERR_LIVE_ALREADY */
export function assertWaiting(platform: Platform, id: CompanyId): ImportedCompany {
  const company = getImported(platform, id)
  if (company.liveAt !== null) refuse('ERR_LIVE_ALREADY')
  return company
}
