import { auditOwn } from '../audit-user'
import { type Context, Elysia } from 'elysia'
import { actingUserId } from '../../kernel/company/actor'
import { answerCalls } from '../../kernel/http/answer-calls'
import { createContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import { clientAddress } from '../../kernel/http/edge/forwarded-headers'
import { sameOriginJson } from '../../kernel/http/edge/same-origin'
import type { AccessTokens, Session } from '../../platform/sign-in/access-token'
import { audit, type Platform } from '../../platform/platform'
import { requestPasswordLink } from '../password-link/forgot-password'
import {
  authenticateToSetUp,
  contextWhenReady,
  openToken,
  whenReady,
  readRefreshToken,
  refreshCookieLines,
  removedRefreshCookieLines,
} from './authenticate'
import { knownDeviceLines } from './known-device'
import { noteUserOffline } from './note-user-seen'
import { presentSession } from './present-session'
import { endSession, rotateSession } from './session'
import { readToken } from './session-token'
import { type SessionAnswer, sessionCalls, signInCalls } from './session.calls'
import { assertUserPassword, minPasswordLength } from '../own-password-rules'
import { knownPasswords } from '../../platform/sign-in/password-rules'
import { optionsToUse } from '../passkey/use-passkey'
import { needsSecondStep } from '../second-factor/required-second-factor'
import {
  signIn,
  optionsForSecondStep,
  signInWithCode,
  signInWithPasskey,
  signInWithSecondPasskey,
  type StartedSession,
  assertWorkingHours,
  beginSession,
  refuseForSecondFactor,
} from './sign-in'
import { and, eq } from 'drizzle-orm'
import { userTable } from '../user.tables'
import { noPasswordLink, readPasswordLinkToken } from '../password-link/password-link'
import type { RedeemPasswordLinkBody } from '../user.contract'
import { getCompany, hasCompany } from '../../platform/company/company.queries'
import { limitGuesses } from '../../platform/sign-in/count-tries'
import { findUser } from '../user.queries'

export function sessionRoutes(platform: Platform, tokens: AccessTokens) {
  const answer = async (session: Session): Promise<SessionAnswer> => {
    const ctx = await contextWhenReady(platform, session, 'anyone')
    return { token: await tokens.sign(session), user: presentSession(platform, ctx, session.userId) }
  }

  const begin = ({ session, refreshToken, deviceId }: StartedSession, request: Request, set: Context['set']) => {
    const device = knownDeviceLines(platform, request, { ...session, deviceId })
    set.headers['set-cookie'] = [...refreshCookieLines(request, refreshToken), ...device]
    return answer(session)
  }

  const app = new Elysia({ name: 'session' })
  answerCalls(app, sessionCalls, {
    'GET /auth/me': async ({ request }) => {
      const ctx = await authenticateToSetUp(platform, tokens, request)
      return { user: presentSession(platform, ctx, actingUserId(ctx.actor) ?? refuse('ERR_UNAUTHORIZED')) }
    },
    'POST /auth/password-link': async ({ body, request }) => {
      const { ctx, user } = await findPasswordLink(platform, body.token, request)
      const { name: company } = ctx.company.services.about(ctx.company.id)
      return {
        company,
        name: user.name,
        email: user.email,
        invited: user.passwordHash === '',
        minLength: minPasswordLength(ctx),
      }
    },
  })
  return answerCalls(app.use(sameOriginJson(platform.config.publicUrl)), signInCalls, {
    'POST /auth/login': async ({ body, request, set }) => begin(await signIn(platform, body, request), request, set),
    'POST /auth/passkey/options': async ({ request }) => ({
      options: await optionsToUse(platform, request, { purpose: 'sign-in' }),
    }),
    'POST /auth/passkey': async ({ body, request, set }) =>
      begin(await signInWithPasskey(platform, body, request), request, set),
    'POST /auth/second-factor/passkey/options': async ({ body, request }) => ({
      options: await optionsForSecondStep(platform, body.challenge, request),
    }),
    'POST /auth/second-factor/passkey': async ({ body, request, set }) =>
      begin(await signInWithSecondPasskey(platform, body, request), request, set),
    'POST /auth/second-factor': async ({ body, request, set }) =>
      begin(await signInWithCode(platform, body, request), request, set),
    'POST /auth/known-passwords': async ({ body }) => ({ hashes: await knownPasswords(body.prefix) }),
    'POST /auth/password-link/redeem': async ({ body, request, set }) =>
      begin(await redeemPasswordLink(platform, body, request), request, set),
    'POST /auth/forgot-password': async ({ body, request }) => {
      await requestPasswordLink(platform, body.email, request)
      return { ok: true }
    },
    'POST /auth/refresh_token': async ({ request, set }) => {
      const rotated = await rotate(platform, request)
      if (rotated.kind === 'refused') {
        if (rotated.ended) await noteReplay(platform, rotated.ended, clientAddress(request))
        set.headers['set-cookie'] = removedRefreshCookieLines(request)
        refuse('ERR_UNAUTHORIZED')
      }
      if (rotated.kind === 'rotated') set.headers['set-cookie'] = refreshCookieLines(request, rotated.refreshToken)
      return answer(rotated.session)
    },
    'DELETE /auth/logout': async ({ request, set }) => {
      const ctx = await authenticateToSetUp(platform, tokens, request)
      const userId = actingUserId(ctx.actor) ?? refuse('ERR_UNAUTHORIZED')
      ctx.transaction(() => {
        endSession(ctx, userId)
        noteUserOffline(ctx)
        recordEvent(ctx, 'user.signedOut', {}, { userId })
      })
      set.headers['set-cookie'] = removedRefreshCookieLines(request)
      return { ok: true }
    },
  })
}

async function rotate(platform: Platform, request: Request) {
  const opened = await openToken(platform, readToken(platform, readRefreshToken(request)))
  return opened ? rotateSession(platform, opened.ctx, opened.token) : { kind: 'refused' as const, ended: undefined }
}

/** A reused token ends the session. */
async function noteReplay(platform: Platform, { companyId, userId }: Session, address: string) {
  audit(platform, 'session.replayed', { companyId, userId }, { address })
  await whenReady(platform, companyId)
  const ctx = createContext(platform.files.use(companyId))
  ctx.transaction(() => void recordEvent(ctx, 'user.signedOut', {}, { userId, copiedFrom: address }))
}

/**
 * Ends the session and signs in. Outside working hours the link stays valid.
 * @throws Refusal ERR_LINK_ENDED, ERR_OUT_OF_HOURS, ERR_SECOND_FACTOR_REQUIRED once the password is set
 */
async function redeemPasswordLink(platform: Platform, body: RedeemPasswordLinkBody, request: Request) {
  const { ctx: given, user, nonce } = await findPasswordLink(platform, body.token, request)
  assertWorkingHours(platform, given, user)
  await assertUserPassword(platform, given, user, body.password)
  const passwordHash = await platform.passwords.hash(body.password)
  // Checked again: the link may have been used or replaced while the password was hashed.
  const ctx = createContext(given.company)
  ctx.transaction(() => {
    const set = { passwordHash, mustChangePassword: false, ...noPasswordLink, updatedAt: ctx.now }
    const linked = and(eq(userTable.id, user.id), eq(userTable.passwordLinkNonce, nonce))
    const changed = ctx.db.update(userTable).set(set).where(linked).returning({ id: userTable.id }).all()
    if (changed.length === 0) refuse('ERR_LINK_ENDED')
    endSession(ctx, user.id)
    recordEvent(ctx, 'user.changed', {}, { userId: user.id, fields: ['password'] })
    auditOwn(ctx, user, { action: 'updated', changes: [{ field: 'password' }] })
  })
  if (needsSecondStep(platform, ctx, user)) refuseForSecondFactor(platform, ctx, { ...user, passwordHash })
  return beginSession(platform, ctx, user.id, request)
}

/** @throws Refusal ERR_LINK_ENDED when used, replaced, expired or unknown; ERR_TOO_MANY_REQUESTS for guesses */
async function findPasswordLink(platform: Platform, token: string, request: Request) {
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
