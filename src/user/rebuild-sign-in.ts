import { createContext } from '../kernel/company-context'
import type { CompanyId } from '../kernel/ids'
import type { Platform } from '../platform/platform'
import { listCompaniesWithoutSignIn, rebuildUserIndex } from '../platform/user-index'
import { userTable } from './user.tables'

/**
 * Lets the people of a company's file sign in: after its folder was restored, moved here, or a crash between two files.
 * Asked of each file that is opened.
 */
export function rebuildSignIn(platform: Platform, companyId: CompanyId) {
  const { db } = createContext(platform.files.use(companyId))
  const users = db.select({ id: userTable.id, email: userTable.email }).from(userTable).all()
  rebuildUserIndex(platform, companyId, users)
}

/** At the start: a company of which the index knows nobody would never be opened, as nobody could sign in to it. */
export async function openUnknownCompanies(platform: Platform) {
  for (const companyId of listCompaniesWithoutSignIn(platform)) {
    try {
      await platform.files.ready(companyId)
    } catch (error) {
      platform.log.error('The people of a company cannot sign in', { company: companyId, error })
    }
  }
}
