import { actingUserId } from '../kernel/company/actor'
import { perCompany } from '../kernel/company/company-files'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { createRateLimit } from '../kernel/http/rate-limit'
import { minuteMs } from '../kernel/time/durations.contract'
import type { Platform } from '../platform/platform'
import { getUser, type User } from './user.queries'

const tries = perCompany(() => createRateLimit({ limit: 10, windowMs: 5 * minuteMs }))

/** An unattended screen must not give the account away. @throws Refusal ERR_INVALID_INPUT, ERR_TOO_MANY_REQUESTS */
export async function confirmPassword(
  { passwords }: Platform,
  ctx: CompanyContext,
  user: User,
  given: string | undefined,
) {
  if (!given) refuse('ERR_INVALID_INPUT', { fields: { currentPassword: 'required' } })
  const key = String(user.id)
  tries(ctx.company).take(key, ctx.now.getTime())
  const right = await passwords.verify(given, user.passwordHash)
  if (!right) refuse('ERR_INVALID_INPUT', { fields: { currentPassword: 'wrongPassword' } })
  tries(ctx.company).clear(key)
}

/** Of the user who calls. @throws Refusal as `confirmPassword`, ERR_NO_PERMISSION for others than users */
export function confirmOwnPassword(platform: Platform, ctx: CompanyContext, given: string | undefined) {
  const user = getUser(ctx, actingUserId(ctx.actor) ?? refuse('ERR_NO_PERMISSION'))
  return confirmPassword(platform, ctx, user, given)
}
