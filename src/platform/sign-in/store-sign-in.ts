import { eq } from 'drizzle-orm'
import type { CompanyId } from '../../kernel/ids'
import type { Platform } from '../platform'
import { companyTable } from '../platform.tables'

declare module '../business/business' {
  interface BusinessNotes {
    'company.signedIn': { companyId: CompanyId; atMs: number }
  }
}

export function storeSignIn({ catalog }: Platform, { companyId, atMs }: { companyId: CompanyId; atMs: number }) {
  catalog.db
    .update(companyTable)
    .set({ lastLogin: new Date(atMs) })
    .where(eq(companyTable.id, companyId))
    .run()
}
