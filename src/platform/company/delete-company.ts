import { eq } from 'drizzle-orm'
import { type CompanyContext, createContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import type { CompanyId } from '../../kernel/ids'
import { endCharges } from '../payment/charge/close-charges'
import { keepChargesOf } from '../payment/charge/charges-of-deleted-companies'
import { audit, type Platform, type PlatformActor } from '../platform'
import { releaseChannelAccountsOf } from '../connection-index/channel-account'
import { companyTable, sessionTable } from '../platform.tables'
import { firstCompanyId } from './first-company'
import { publishCompanyRemoval } from './company.live'
import { getCompany } from './company.queries'

declare module '../../kernel/company/company-files' {
  interface CompanyPorts {
    isImporting(ctx: CompanyContext): boolean
  }
}

/** Its row goes last: repeat it after a crash. @throws Refusal ERR_INITIAL_RECORD, ERR_NO_PERMISSION, ERR_COMPANY_PAYING */
export async function deleteCompany(platform: Platform, actor: PlatformActor, id: CompanyId) {
  const { company } = getCompany(platform, id)
  if (id === firstCompanyId) refuse('ERR_INITIAL_RECORD')
  if (id === actor.companyId) refuse('ERR_NO_PERMISSION')
  if (isImporting(platform, id)) refuse('ERR_COMPANY_IMPORTING')
  await endCharges(platform, id, () => endSessions(platform, id))
  await unpairConnections(platform, id)
  const { catalog, files } = platform
  for (const stop of platform.companyStops) await stop(id)
  await files.whenUnused(id)
  await files.eraseMedia(id)
  files.erase(id)
  catalog.jobHints.replace(id, undefined)
  catalog.sqlite.transaction(() => {
    keepChargesOf(platform, company)
    catalog.db.delete(companyTable).where(eq(companyTable.id, id)).run()
  })()
  catalog.companies.forget()
  audit(platform, 'company.deleted', { ...actor, companyId: id }, { by: actor, name: company.name })
  publishCompanyRemoval(platform, id)
}

/** A damaged file must not keep it from being deleted. */
function isImporting(platform: Platform, id: CompanyId) {
  try {
    return platform.ports.isImporting(createContext(platform.files.use(id)))
  } catch (error) {
    platform.log.error('The imports of a company could not be read', { company: id, error })
    return false
  }
}

function endSessions(platform: Platform, id: CompanyId) {
  const { catalog } = platform
  catalog.db.delete(sessionTable).where(eq(sessionTable.companyId, id)).run()
  catalog.liveSessions.forget()
  releaseChannelAccountsOf(platform, id)
}

/** What cannot be unpaired is left to its owner's phone. */
async function unpairConnections(platform: Platform, id: CompanyId) {
  try {
    await platform.ports.connections.unpairCompany(id)
  } catch (error) {
    platform.log.error('The connections of a company could not be unpaired', { company: id, error })
  }
}
