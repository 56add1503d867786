import { createContext } from '../kernel/company-context'
import type { CompanyId } from '../kernel/ids'
import type { Platform } from '../platform/platform'
import { rebuildUserIndex } from '../platform/user-index'
import { listUsers } from './user.queries'

/** Lets the people of a company's file sign in: after its folder was restored, moved here, or a crash between two files. */
export function rebuildSignIn(platform: Platform, companyId: CompanyId) {
  rebuildUserIndex(platform, companyId, listUsers(createContext(platform.files.use(companyId))))
}
