import { createContext } from '../../kernel/company/company-context'
import type { CompanyId } from '../../kernel/ids'
import { isCopy } from '../../platform/company/mute-company'
import type { Platform } from '../../platform/platform'
import { listCompaniesWithoutSignIn, rebuildUserIndex } from '../../platform/sign-in/user-index'
import { userTable } from '../user.tables'

/** After a restore, move or crash, for each opened file. */
export function rebuildSignIn(platform: Platform, companyId: CompanyId) {
  if (isCopy(platform, companyId)) return
  const { db } = createContext(platform.files.use(companyId))
  const { id, email, passwordHash } = userTable
  const users = db.select({ id, email, passwordHash }).from(userTable).all()
  platform.passwords.noteImported(users.map((user) => user.passwordHash))
  rebuildUserIndex(platform, companyId, users)
}

/** Nobody could sign in to a company missing from the index. */
export async function openUnknownCompanies(platform: Platform) {
  for (const companyId of listCompaniesWithoutSignIn(platform)) {
    try {
      await platform.files.ready(companyId)
    } catch (error) {
      platform.log.error('The people of a company cannot sign in', { company: companyId, error })
    }
  }
}
