import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { userTable } from './user.tables'

/** Who ran another host does not run this one. */
export function demoteSuperUsers({ db }: CompanyContext) {
  db.update(userTable).set({ super: false }).where(eq(userTable.super, true)).run()
}
