import { eq } from 'drizzle-orm'
import type { CompanyId } from '../../kernel/ids'
import type { Platform } from '../platform'
import { companyTable } from '../platform.tables'

/** Somebody of the company signed in: the super user's table shows when that was last. */
export function noteSignIn(platform: Platform, companyId: CompanyId, at: Date) {
  platform.catalog.db.update(companyTable).set({ lastLogin: at }).where(eq(companyTable.id, companyId)).run()
}
