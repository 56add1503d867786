import { createContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { getCompany, hasCompany } from '../../platform/company/company.queries'
import type { Platform } from '../../platform/platform'
import { limitGuesses } from '../../platform/sign-in/secret-guesses'
import { whenReady } from '../session/authenticate'
import { findUser } from '../user.queries'
import { readPasswordLinkToken } from './password-link'

/** @throws Refusal ERR_LINK_ENDED when used, replaced, expired or unknown; ERR_TOO_MANY_REQUESTS for guesses */
export async function findPasswordLink(platform: Platform, token: string, request: Request) {
  const link = readPasswordLinkToken(platform, token)
  if (!limitGuesses(platform, request, 'passwordLink', token, link !== undefined) || !link) refuse('ERR_LINK_ENDED')
  const { companyId } = link
  if (!hasCompany(platform, companyId) || !getCompany(platform, companyId).company.status) refuse('ERR_LINK_ENDED')
  await whenReady(platform, companyId)
  const ctx = createContext(platform.files.use(companyId))
  const user = findUser(ctx, link.userId)
  const expiresAt = user?.passwordLinkNonce === link.nonce ? user.passwordLinkExpiresAt : null
  if (!user || !expiresAt || expiresAt <= ctx.now) refuse('ERR_LINK_ENDED')
  return { ctx, user, nonce: link.nonce }
}
