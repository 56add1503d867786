import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { userTable } from './user.tables'

/** Super users of another host get no rights on this one. */
export function demoteSuperUsers({ db }: CompanyContext) {
  db.update(userTable).set({ super: false }).where(eq(userTable.super, true)).run()
}
