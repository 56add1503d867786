import { and, eq } from 'drizzle-orm'
import { createContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import { clientAddress } from '../../kernel/http/edge/forwarded-headers'
import type { Platform } from '../../platform/platform'
import { endSessionOf } from '../../platform/sign-in/session'
import { assertWorkingHours, beginSession } from '../session/sign-in'
import '../user.events'
import { userTable } from '../user.tables'
import { findPasswordLink } from './find-password-link'
import { noPasswordLink } from './password-link'
import type { RedeemPasswordLinkBody } from './password-link.contract'

/** Ends the session and signs in. Outside working hours the link stays valid. @throws Refusal ERR_LINK_ENDED, ERR_OUT_OF_HOURS */
export async function redeemPasswordLink(platform: Platform, body: RedeemPasswordLinkBody, request: Request) {
  const { ctx: given, user, nonce } = await findPasswordLink(platform, body.token, request)
  assertWorkingHours(platform, given, user)
  const passwordHash = await platform.passwords.hash(body.password)
  // Checked again: the link may have been used or replaced while the password was hashed.
  const ctx = createContext(given.company)
  ctx.transaction(() => {
    const set = { passwordHash, mustChangePassword: false, ...noPasswordLink, updatedAt: ctx.now }
    const linked = and(eq(userTable.id, user.id), eq(userTable.passwordLinkNonce, nonce))
    const changed = ctx.db.update(userTable).set(set).where(linked).returning({ id: userTable.id }).all()
    if (changed.length === 0) refuse('ERR_LINK_ENDED')
    endSessionOf(platform, { companyId: ctx.company.id, userId: user.id })
    recordEvent(ctx, 'user.changed', {}, { userId: user.id, fields: ['password'] })
  })
  return beginSession(platform, ctx, user.id, clientAddress(request))
}
