import type { CompanyContext } from '../../kernel/company/company-context'
import type { FirstAdmin, Platform } from '../../platform/platform'
import { claimEmail } from '../../platform/sign-in/user-index'
import { userTable } from '../user.tables'

export function createFirstAdmin(platform: Platform, ctx: CompanyContext, admin: FirstAdmin) {
  const { id } = ctx.db
    .insert(userTable)
    .values({ ...admin, profile: 'admin', allowGroup: true, createdAt: ctx.now, updatedAt: ctx.now })
    .returning({ id: userTable.id })
    .get()
  claimEmail(platform, admin.email, ctx.company.id, id)
}
