import { createContext } from '../../kernel/company/company-context'
import type { CompanyId } from '../../kernel/ids'
import type { Platform } from '../../platform/platform'
import { listCompaniesWithoutSignIn, rebuildUserIndex } from '../../platform/sign-in/user-index'
import { userTable } from '../user.tables'

/**
 * Rebuilds the sign-in index from a company's file, after a restore, a move, or a crash between the two writes. Runs
 * whenever a file is opened.
 */
export function rebuildSignIn(platform: Platform, companyId: CompanyId) {
  const { db } = createContext(platform.files.use(companyId))
  const users = db.select({ id: userTable.id, email: userTable.email }).from(userTable).all()
  rebuildUserIndex(platform, companyId, users)
}

/** Runs at startup. A company missing from the index would never be opened, because nobody could sign in. */
export async function openUnknownCompanies(platform: Platform) {
  for (const companyId of listCompaniesWithoutSignIn(platform)) {
    try {
      await platform.files.ready(companyId)
    } catch (error) {
      platform.log.error('The people of a company cannot sign in', { company: companyId, error })
    }
  }
}
