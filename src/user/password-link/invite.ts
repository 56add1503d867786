import { eq } from 'drizzle-orm'
import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { UserId } from '../../kernel/ids'
import { dayMs, hourMs } from '../../kernel/time/durations.contract'
import type { Platform } from '../../platform/platform'
import { countTry, tryCount } from '../../platform/sign-in/count-tries'
import { canEditUser, canManageUsers } from '../user.policy'
import { findUserFacts, getUser, type User } from '../user.queries'
import { userTable } from '../user.tables'
import { passwordLinkAddress, renewPasswordLink } from './password-link'
import { sendPasswordMail } from './password-mail'

/** A company must not use the host's server for other mail. */
const mailLimits = {
  user: { limit: 5, windowMs: hourMs },
  company: { limit: 200, windowMs: dayMs },
}

interface InviteOptions {
  renew?: boolean
  mail?: boolean
}

/** A new link when expired or with `renew`. @throws Refusal ERR_NO_PERMISSION, ERR_NOT_INVITED, ERR_NO_MAIL_SERVER */
export function invite(
  platform: Platform,
  ctx: CompanyContext,
  id: UserId,
  request: Request,
  { renew = false, mail = false }: InviteOptions = {},
) {
  return ctx.transaction(() => {
    const user = getEditableUser(ctx, id)
    if (user.passwordHash) refuse('ERR_NOT_INVITED')
    const { passwordLinkNonce: nonce, passwordLinkExpiresAt: expiresAt } = user
    const isValid = nonce !== null && expiresAt !== null && expiresAt > ctx.now
    const link = isValid && !renew ? { nonce, expiresAt } : renewPasswordLink(ctx, id, 'invitation')
    if (mail) mailInvitation(platform, ctx, user, link)
    return answerOf(platform, ctx, user, link, request)
  })
}

/** @throws Refusal ERR_NO_PERMISSION, also for oneself: that needs the current password; ERR_INVITED without a password */
export function makeResetLink(platform: Platform, ctx: CompanyContext, id: UserId, request: Request) {
  return ctx.transaction(() => {
    const user = getEditableUser(ctx, id)
    if (actingUserId(ctx.actor) === id) refuse('ERR_NO_PERMISSION')
    if (!user.passwordHash) refuse('ERR_INVITED')
    return answerOf(platform, ctx, user, renewPasswordLink(ctx, id, 'admin'), request)
  })
}

function getEditableUser(ctx: CompanyContext, id: UserId) {
  const user = getUser(ctx, id)
  if (!canManageUsers(ctx.actor) || !canEditUser(ctx.actor, user)) refuse('ERR_NO_PERMISSION')
  return user
}

interface Link {
  nonce: string
  expiresAt: Date
}

function answerOf(platform: Platform, ctx: CompanyContext, user: User, { nonce, expiresAt }: Link, request: Request) {
  return { link: passwordLinkAddress(platform, ctx, request, { user, nonce }), expiresAt: expiresAt.toISOString() }
}

function mailInvitation(platform: Platform, ctx: CompanyContext, user: User, link: Link) {
  if (!platform.config.mail) refuse('ERR_NO_MAIL_SERVER')
  const { id } = ctx.company
  countTry(platform, [
    tryCount('invitedUser', `${id}/${user.id}`, mailLimits.user),
    tryCount('invitingCompany', `${id}`, mailLimits.company),
  ])
  const by = findUserFacts(ctx, actingUserId(ctx.actor) ?? 0)?.name
  sendPasswordMail(platform, ctx, { kind: 'invitation', user, by, ...link })
  const passwordLinkMail = { state: 'sending' as const, answer: '' }
  ctx.db.update(userTable).set({ passwordLinkMail }).where(eq(userTable.id, user.id)).run()
  recordEvent(ctx, 'user.changed', {}, { userId: user.id, fields: ['invitation'] })
}
