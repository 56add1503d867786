import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { UserId } from '../../kernel/ids'
import type { Platform } from '../../platform/platform'
import '../user.events'
import { canEditUser, canManageUsers } from '../user.policy'
import { getUser } from '../user.queries'
import { userTable } from '../user.tables'
import { newPasswordLink, passwordLinkAddress, passwordLinkToken } from './password-link'

/**
 * Returns the link by which an invited user sets a password; a new one when it has expired or `renew` is set.
 * @throws Refusal ERR_NO_PERMISSION; ERR_NOT_INVITED when the user has a password
 */
export function invite(platform: Platform, ctx: CompanyContext, id: UserId, request: Request, { renew = false } = {}) {
  return ctx.transaction(() => {
    const user = getUser(ctx, id)
    if (!canManageUsers(ctx.actor) || !canEditUser(ctx.actor, user)) refuse('ERR_NO_PERMISSION')
    if (user.passwordHash) refuse('ERR_NOT_INVITED')
    const { passwordLinkNonce: nonce, passwordLinkExpiresAt: expiresAt } = user
    const isValid = nonce !== null && expiresAt !== null && expiresAt > ctx.now
    const current = isValid && !renew ? { nonce, expiresAt } : renewLink(ctx, id)
    const token = passwordLinkToken(platform, { companyId: ctx.company.id, userId: id, nonce: current.nonce })
    return { link: passwordLinkAddress(platform, ctx, request, token), expiresAt: current.expiresAt.toISOString() }
  })
}

function renewLink(ctx: CompanyContext, userId: UserId) {
  const columns = newPasswordLink(ctx.now)
  ctx.db.update(userTable).set(columns).where(eq(userTable.id, userId)).run()
  recordEvent(ctx, 'user.changed', {}, { userId, fields: ['invitation'] })
  return { nonce: columns.passwordLinkNonce, expiresAt: columns.passwordLinkExpiresAt }
}
