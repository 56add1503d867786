import type { CompanyContext } from '../kernel/company/company-context'
import { readBranding } from '../platform/branding/platform-setting.queries'
import type { Platform } from '../platform/platform'
import { assertGoodPassword } from '../platform/sign-in/password-rules'
import { getSettings } from '../setting/setting.queries'

interface Person {
  name: string
  email: string
}

/** By the company's setting. @throws Refusal ERR_INVALID_INPUT on the field */
export function assertUserPassword(
  platform: Platform,
  ctx: CompanyContext,
  { name, email }: Person,
  password: string,
  field?: string,
) {
  const company = ctx.company.services.about(ctx.company.id).name
  const words = [email, name, company, readBranding(platform).name]
  return assertGoodPassword(password, { minLength: minPasswordLength(ctx), words }, field)
}

export const minPasswordLength = (ctx: CompanyContext) => Number(getSettings(ctx).minPasswordLength)
