import { type Cookie, Elysia } from 'elysia'
import { actingUserId } from '../kernel/actor'
import { createContext } from '../kernel/company-context'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event-log'
import { clientAddress, isSecureRequest } from '../kernel/forwarded-headers'
import type { AccessTokens } from '../platform/access-token'
import { audit, type Platform } from '../platform/platform'
import { endSessionOf, rotateSession, sessionDays, type Session } from '../platform/session'
import { authenticateAnyway, contextOf } from './authenticate'
import { noteUserGone } from './note-user-seen'
import { presentSession } from './present-session'
import { createRateLimit } from '../kernel/rate-limit'
import { LoginBody, type SessionAnswer } from './session.contract'
import { signIn } from './sign-in'

export const refreshCookieName = 'recado_session'
const minuteMs = 60_000

/** Signing in, staying in, leaving. The refresh token lives in a cookie that no script can read. */
export function sessionRoutes(platform: Platform, tokens: AccessTokens) {
  const byAddress = createRateLimit({ most: 60, windowMs: 5 * minuteMs })
  const byAccount = createRateLimit({ most: 10, windowMs: 5 * minuteMs })

  const answer = async (session: Session): Promise<SessionAnswer> => {
    const ctx = contextOf(platform, session)
    return { token: await tokens.sign(session), user: presentSession(platform, ctx, session.userId) }
  }

  return new Elysia({ name: 'session', detail: { tags: ['session'] } })
    .post(
      '/auth/login',
      async ({ body, request, cookie }) => {
        const nowMs = platform.clock.now().getTime()
        byAddress.take(clientAddress(request), nowMs)
        byAccount.take(body.email, nowMs)
        const { session, refreshToken } = await signIn(platform, body, clientAddress(request))
        byAccount.clear(body.email)
        setCookie(cookie[refreshCookieName], refreshToken, request)
        return answer(session)
      },
      { body: LoginBody },
    )
    .post('/auth/refresh_token', async ({ request, cookie }) => {
      const rotated = rotateSession(platform, String(cookie[refreshCookieName]?.value ?? ''))
      if (rotated.kind === 'refused') {
        if (rotated.ended) noteReplay(platform, rotated.ended, clientAddress(request))
        cookie[refreshCookieName]?.remove()
        refuse('ERR_UNAUTHORIZED')
      }
      if (rotated.kind === 'rotated') setCookie(cookie[refreshCookieName], rotated.refreshToken, request)
      return answer(rotated.session)
    })
    .delete('/auth/logout', async ({ request, cookie }) => {
      const ctx = await authenticateAnyway(platform, tokens, request)
      const userId = actingUserId(ctx.actor) ?? refuse('ERR_UNAUTHORIZED')
      endSessionOf(platform, { companyId: ctx.company.id, userId })
      ctx.transaction(() => {
        noteUserGone(ctx)
        recordEvent(ctx, 'user.signedOut', {}, { userId })
      })
      cookie[refreshCookieName]?.remove()
      return { ok: true }
    })
    .get('/auth/me', async ({ request }) => {
      const ctx = await authenticateAnyway(platform, tokens, request)
      return { user: presentSession(platform, ctx, actingUserId(ctx.actor) ?? refuse('ERR_UNAUTHORIZED')) }
    })
}

/** The session of a copied token is over, so whoever still listens by it hears no more. */
function noteReplay(platform: Platform, { companyId, userId }: Session, address: string) {
  audit(platform, 'session.replayed', { companyId, userId }, { address })
  const ctx = createContext(platform.files.use(companyId))
  ctx.transaction(() => void recordEvent(ctx, 'user.signedOut', {}, { userId }))
}

/** Lax: a link from elsewhere may open a page, while calls need the bearer token besides. */
function setCookie(cookie: Cookie<unknown> | undefined, value: string, request: Request) {
  cookie?.set({
    value,
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecureRequest(request),
    path: '/',
    maxAge: sessionDays * 86_400,
  })
}
