import type { UserActor } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { getPlatformSetting } from '../../platform/branding/platform-setting.queries'
import type { Platform } from '../../platform/platform'
import { isSettingEnabled } from '../../setting/setting.queries'
import { hasSecondFactor } from './second-factor'

export function requiresSecondFactor(platform: Platform, ctx: CompanyContext, { super: isSuper }: { super: boolean }) {
  if (isSettingEnabled(ctx, 'requireTwoFactor')) return true
  return isSuper && getPlatformSetting(platform, 'superTwoFactor') === 'enabled'
}

/** Until then, the user can do nothing else. */
export function mustSetUpSecondFactor(
  platform: Platform,
  ctx: CompanyContext,
  { userId, ...actor }: Pick<UserActor, 'userId' | 'super'>,
) {
  return requiresSecondFactor(platform, ctx, actor) && !hasSecondFactor(ctx, userId)
}
