import { eq } from 'drizzle-orm'
import { refuse } from '../../kernel/errors'
import type { CompanyId } from '../../kernel/ids'
import { firstCompanyId } from './first-company'
import { publishCompanyRemoval } from './company.live'
import { getCompany } from './company.queries'
import { audit, type Platform, type PlatformActor } from '../platform'
import { channelAccountTable, companyTable, sessionTable } from '../platform.tables'

/**
 * Deletes a company: first sessions and accounts, so that nobody writes any more, then its connections and its folder, and its
 * catalog row last. After a crash in between, deleting it again finishes the work.
 * @throws Refusal ERR_INITIAL_RECORD for company 1, ERR_NO_PERMISSION for the super user's own
 */
export async function deleteCompany(platform: Platform, actor: PlatformActor, id: CompanyId) {
  const { company } = getCompany(platform, id)
  if (id === firstCompanyId) refuse('ERR_INITIAL_RECORD')
  if (id === actor.companyId) refuse('ERR_NO_PERMISSION')
  const { catalog, files } = platform
  catalog.db.delete(sessionTable).where(eq(sessionTable.companyId, id)).run()
  catalog.liveSessions.forget()
  catalog.db.delete(channelAccountTable).where(eq(channelAccountTable.companyId, id)).run()
  for (const stop of platform.companyStops) await stop(id)
  await files.whenUnused(id)
  await files.eraseMedia(id)
  files.erase(id)
  catalog.jobHints.replace(id, undefined)
  catalog.db.delete(companyTable).where(eq(companyTable.id, id)).run()
  catalog.companies.forget()
  audit(platform, 'company.deleted', { ...actor, companyId: id }, { by: actor, name: company.name })
  publishCompanyRemoval(platform, id)
}
