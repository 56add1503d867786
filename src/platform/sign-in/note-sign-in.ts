import { eq } from 'drizzle-orm'
import type { CompanyId } from '../../kernel/ids'
import type { Platform } from '../platform'
import { companyTable } from '../platform.tables'

export function noteSignIn(platform: Platform, companyId: CompanyId, at: Date) {
  platform.catalog.db.update(companyTable).set({ lastLogin: at }).where(eq(companyTable.id, companyId)).run()
}
