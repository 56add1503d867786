import { createContext } from '../../kernel/company/company-context'
import type { CompanyId } from '../../kernel/ids'
import { isCopy } from '../../platform/company/mute-company'
import type { Platform } from '../../platform/platform'
import { listOriginalIds } from '../../platform/company/company.queries'
import { userTable } from '../user.tables'

/** After a restore, move or crash, for each opened file. */
export function rebuildSignIn(platform: Platform, companyId: CompanyId) {
  if (isCopy(platform, companyId)) return
  const { db } = createContext(platform.files.use(companyId))
  const { id, email, passwordHash } = userTable
  const users = db.select({ id, email, passwordHash }).from(userTable).all()
  platform.passwords.noteImported(users.map((user) => user.passwordHash))
  return platform.names.emails.rebuild(
    companyId,
    users.map((user) => ({ recordId: user.id, name: user.email, details: undefined })),
  )
}

/** Nobody could sign in to a company missing from the index, and a name claimed before a crash would stay taken. */
export async function openUnknownCompanies(platform: Platform) {
  const { names } = platform
  const known = await names.emails.listCompanies()
  const unknown = listOriginalIds(platform).filter((id) => !known.has(id))
  for (const companyId of new Set([...unknown, ...(await names.listAbandoned())])) {
    if (!platform.files.isOwned(companyId)) continue
    try {
      await platform.files.ready(companyId)
    } catch (error) {
      platform.log.error('The people of a company cannot sign in', { company: companyId, error })
    }
  }
}
