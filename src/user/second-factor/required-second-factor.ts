import type { UserActor } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import type { UserId } from '../../kernel/ids'
import { getPlatformSetting } from '../../platform/branding/platform-setting.queries'
import type { Platform } from '../../platform/platform'
import { isSettingEnabled } from '../../setting/setting.queries'
import { hasApp, hasPasskey, hasSecondFactor } from './factors'

interface Person {
  id: UserId
  super: boolean
}

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

/** Whether a password is not enough. A passkey that nobody requires is one of two ways to sign in. */
export const needsSecondStep = (platform: Platform, ctx: CompanyContext, user: Person) =>
  hasApp(ctx, user.id) || (hasPasskey(ctx, user.id) && requiresSecondFactor(platform, ctx, user))

/** In the transaction that removed an app or a passkey. @throws Refusal ERR_SECOND_FACTOR_NEEDED */
export function assertStillProtected(platform: Platform, ctx: CompanyContext, user: Person) {
  if (!hasSecondFactor(ctx, user.id) && requiresSecondFactor(platform, ctx, user)) refuse('ERR_SECOND_FACTOR_NEEDED')
}
