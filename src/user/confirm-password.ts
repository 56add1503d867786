import { perCompany } from '../kernel/company-files'
import type { CompanyContext } from '../kernel/company-context'
import { refuse } from '../kernel/errors'
import { createRateLimit } from '../kernel/rate-limit'
import type { User } from './user.queries'

const tries = perCompany(() => createRateLimit({ most: 10, windowMs: 5 * 60_000 }))

/**
 * A screen that was left open must not hand its account to whoever comes by: a new password or e-mail of one's own takes
 * the present password. @throws Refusal ERR_INVALID_INPUT on the field, ERR_TOO_MANY_REQUESTS
 */
export async function confirmPassword(ctx: CompanyContext, user: User, given: string | undefined) {
  if (!given) refuse('ERR_INVALID_INPUT', { fields: { currentPassword: 'required' } })
  const key = String(user.id)
  tries(ctx.company).take(key, ctx.now.getTime())
  const right = await Bun.password.verify(given, user.passwordHash)
  if (!right) refuse('ERR_INVALID_INPUT', { fields: { currentPassword: 'wrongPassword' } })
  tries(ctx.company).clear(key)
}
