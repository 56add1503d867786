import { storagePercent } from '../../kernel/company/company-plan.contract'
import { eq } from 'drizzle-orm'
import { countryOfTimeZone } from '../../kernel/time/time-zone'
import type { CompanyContext } from '../../kernel/company/company-context'
import { isReadOnly } from '../../kernel/company/held-output'
import { required } from '../../kernel/errors'
import type { UserId } from '../../kernel/ids'
import { mediaUrlOf } from '../../kernel/file/media-store'
import { getCompany } from '../../platform/company/company.queries'
import { countHelps } from '../../platform/help/help.record'
import { presentCompanyPlan } from '../../platform/plan/plan.queries'
import type { Platform } from '../../platform/platform'
import { daysUntil, subscriptionStateOf } from '../../platform/invoice/subscription'
import { getSettings } from '../../setting/setting.queries'
import { countNewDevices } from '../device/devices'
import { mustSetUpSecondFactor } from '../second-factor/required-second-factor'
import { userFieldsOf } from '../present-user'
import type { SessionUser } from './session.calls'
import { listUserQueues } from '../user-queues.view'
import { userTable } from '../user.tables'

declare module '../../kernel/company/company-files' {
  interface CompanyPorts {
    hasHeld(ctx: CompanyContext): boolean
  }
}

export function presentSession(platform: Platform, ctx: CompanyContext, userId: UserId): SessionUser {
  const user = required(ctx.db.select().from(userTable).where(eq(userTable.id, userId)).get(), 'ERR_NO_USER_FOUND')
  const queues = listUserQueues(ctx, userId).get(userId) ?? []
  return {
    id: user.id,
    companyId: ctx.company.id,
    name: user.name,
    profile: user.profile,
    ...userFieldsOf(user),
    ...presentCompany(platform, ctx, user),
    queues: queues.map((queue) => ({ ...queue, UserQueue: { queueId: queue.id } })),
    language: user.language ?? getCompany(platform, ctx.company.id).company.language,
    profileImage: mediaUrlOf(ctx, user.profileMediaId),
    menuChoices: user.menuChoices,
    tableChoices: user.tableChoices,
    helpCount: countHelps(platform),
    newDevices: countNewDevices(ctx, userId),
    mustSetUpTwoFactor: mustSetUpSecondFactor(platform, ctx, { userId, super: user.super }),
  }
}

function presentCompany(
  platform: Platform,
  ctx: CompanyContext,
  user: Pick<SessionUser, 'profile'>,
): Pick<SessionUser, 'company' | 'plan'> {
  const { company, plan } = getCompany(platform, ctx.company.id)
  return {
    company: {
      id: company.id,
      name: company.name,
      dueDate: company.dueDate,
      language: company.language,
      timeZone: company.timeZone,
      country: countryOfTimeZone(company.timeZone),
      subscription: subscriptionStateOf(company, ctx.now),
      active: company.status,
      muted: company.muted,
      readOnly: isReadOnly(ctx.company),
      hasHeld: user.profile === 'admin' && ctx.company.services.ports.hasHeld(ctx),
      daysLeft: daysUntil(company.dueDate, ctx.now, company.timeZone),
      storagePercent: storagePercent(ctx.company.services.storedBytes.of(ctx.company), plan.storageGb),
      companieSettings: getSettings(ctx),
    },
    plan: presentCompanyPlan(plan),
  }
}
