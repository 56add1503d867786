import { createContext } from '../../kernel/company/company-context'
import { getCompany, hasCompany } from '../../platform/company/company.queries'
import type { Platform } from '../../platform/platform'
import { findUserByEmail } from '../../platform/sign-in/user-index'
import { whenReady } from '../session/authenticate'
import { findUser } from '../user.queries'
import { renewPasswordLink } from './password-link'
import { sendPasswordMail } from './password-mail'

/** Invited users get their invitation while it is valid. */
export async function mailPasswordLink(platform: Platform, email: string) {
  const index = findUserByEmail(platform, email)
  if (!index || !hasCompany(platform, index.companyId)) return
  if (!getCompany(platform, index.companyId).company.status) return
  await whenReady(platform, index.companyId)
  const ctx = createContext(platform.files.use(index.companyId))
  ctx.transaction(() => {
    const user = findUser(ctx, index.userId)
    if (!user) return
    const { passwordLinkNonce: nonce, passwordLinkExpiresAt: expiresAt } = user
    const isInvited = user.passwordHash === '' && nonce !== null && expiresAt !== null && expiresAt > ctx.now
    const link = isInvited ? { nonce, expiresAt } : renewPasswordLink(ctx, user.id, 'forgotten')
    sendPasswordMail(platform, ctx, { kind: isInvited ? 'invitation' : 'reset', user, ...link })
  })
}
