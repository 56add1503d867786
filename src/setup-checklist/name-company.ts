import { actingUserId, isAdmin } from '../kernel/company/actor'
import { createContext, type CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import { updateCompany } from '../platform/company/company.commands'
import type { Platform } from '../platform/platform'
import { storeValue } from '../setting/save-setting'
import { findStoredValue } from '../setting/setting.queries'
import { namedAs } from './setup-checklist'

/**
 * Names a new company and completes the step that asks for it, once. The host's list and the header of every window follow.
 * @throws Refusal ERR_NO_PERMISSION, also once the step is done, because later the host names companies;
 * ERR_COMPANY_NAME_ALREADY_EXISTS
 */
export async function nameCompany(platform: Platform, ctx: CompanyContext, name: string) {
  if (!isAdmin(ctx.actor) || findStoredValue(ctx, namedAs)) refuse('ERR_NO_PERMISSION')
  const { id, services } = ctx.company
  if (services.about(id).name !== name) {
    await updateCompany(platform, { companyId: id, userId: actingUserId(ctx.actor) }, id, { name })
  }
  const after = createContext(ctx.company, ctx.actor)
  after.transaction(() => {
    storeValue(after, namedAs, 'true')
    recordEvent(after, 'setupChecklist.companyNamed', {}, {})
  })
}
