import { createContext, type CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import type { UserId } from '../../kernel/ids'
import { hasCompany } from '../../platform/company/company.queries'
import { audit, type Platform } from '../../platform/platform'
import { endSession } from '../session/session'
import { findUserFacts } from '../user.queries'
import { dropPasskeys } from '../passkey/passkeys'
import { hasSecondFactor } from './factors'
import { dropApp, noteChange } from './second-factor'

/** In the caller's transaction. Ends the session, which may be a thief's. */
export function removeSecondFactor(ctx: CompanyContext, userId: UserId) {
  dropApp(ctx, userId)
  dropPasskeys(ctx, userId)
  endSession(ctx, userId)
  noteChange(ctx, userId, 'reset')
}

/** For whoever is locked out and has the host's terminal. @throws Refusal ERR_NO_USER_FOUND, ERR_SECOND_FACTOR_OFF */
export async function removeSecondFactorOf(platform: Platform, email: string) {
  const found = await platform.names.emails.find(email)
  if (!found || !hasCompany(platform, found.companyId)) refuse('ERR_NO_USER_FOUND')
  const { companyId, recordId: userId } = found
  await platform.files.ready(companyId)
  const ctx = createContext(platform.files.use(companyId))
  ctx.transaction(() => {
    if (!hasSecondFactor(ctx, userId)) refuse('ERR_SECOND_FACTOR_OFF')
    removeSecondFactor(ctx, userId)
  })
  audit(platform, 'secondFactor.resetAtTerminal', { companyId, userId })
  return { companyId, name: findUserFacts(ctx, userId)?.name ?? '' }
}
