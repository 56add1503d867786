import { actingUserId } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import type { CompanyAbout } from '../kernel/company/company-files'
import { findUser } from './user.queries'

export function actorLanguage(ctx: CompanyContext): CompanyAbout['language'] {
  const userId = actingUserId(ctx.actor)
  const user = userId === undefined ? undefined : findUser(ctx, userId)
  return user?.language ?? ctx.company.services.about(ctx.company.id).language
}
